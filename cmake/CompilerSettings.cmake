# Warnings and sanitizers that every target of ours is built with: link to gnnir_settings, privately.
add_library(gnnir_settings INTERFACE)
target_compile_options(gnnir_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> # GCC 12 warns about std::string itself
                       $<$<BOOL:${GNNIR_WERROR}>:-Werror>)
if(GNNIR_SANITIZE)
  target_compile_options(gnnir_settings INTERFACE -fsanitize=${GNNIR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(gnnir_settings INTERFACE -fsanitize=${GNNIR_SANITIZE})
endif()
if(GNNIR_FUZZ)
  target_compile_options(gnnir_settings INTERFACE -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
endif()
