# Run at every build, not only when CMake configures: a run must record the commit that it was really built from.
# The output is rewritten only if it changes. Needs SOURCE_DIR, TEMPLATE and OUTPUT.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE GNNIR_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT GNNIR_COMMIT)
  set(GNNIR_COMMIT "unknown")
else()
  execute_process(COMMAND git -C ${SOURCE_DIR} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND GNNIR_COMMIT "+changes")
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
