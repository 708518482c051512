# Writes files as constants of a C++ file: -DOUTPUT=… -DHEADER=gnnir/draw/assets.h -DFILES=name=path,name=path. The header
# declares them as gnnir::assets::NAME.
string(REPLACE "," ";" FILES "${FILES}")
set(code "// Made by cmake/EmbedFiles.cmake.\n#include \"${HEADER}\"\n\nnamespace gnnir::assets {\n")
foreach(entry IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.+)$" entry "${entry}")
  set(name ${CMAKE_MATCH_1})
  set(path ${CMAKE_MATCH_2})
  file(READ ${path} hex HEX)
  file(SHA256 ${path} sum)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
  string(REGEX REPLACE "((.......){32})" "\\1\n" bytes "${bytes}")
  string(APPEND code "static const char ${name}_text[] = {\n${bytes}};\n"
         "const Asset ${name}{{${name}_text, sizeof ${name}_text}, \"${sum}\"};\n")
endforeach()
file(WRITE ${OUTPUT} "${code}}  // namespace gnnir::assets\n")
