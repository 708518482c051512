# gnnir_torch: libtorch as one target. Debian's TorchConfig.cmake drags in the packages of every optional back end and
# sets flags for the whole tree, so the three libraries and the include folders are named here instead.
if(TARGET gnnir_torch)
  return()
endif()
find_path(GNNIR_TORCH_INCLUDE torch/torch.h PATH_SUFFIXES torch/csrc/api/include)
find_path(GNNIR_ATEN_INCLUDE ATen/ATen.h)
find_library(GNNIR_TORCH_CPU torch_cpu)
find_library(GNNIR_C10 c10)
foreach(part TORCH_INCLUDE ATEN_INCLUDE TORCH_CPU C10)
  if(NOT GNNIR_${part})
    message(FATAL_ERROR "libtorch was not found (${part}); install it with scripts/bootstrap or set GNNIR_${part}")
  endif()
endforeach()
add_library(gnnir_torch INTERFACE IMPORTED)
set_target_properties(gnnir_torch PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES "${GNNIR_TORCH_INCLUDE};${GNNIR_ATEN_INCLUDE}"
  INTERFACE_LINK_LIBRARIES "${GNNIR_TORCH_CPU};${GNNIR_C10}")
