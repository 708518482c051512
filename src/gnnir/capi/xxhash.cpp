// The checksums of model files, compiled into libgnnir: one library less to load.
#define XXH_STATIC_LINKING_ONLY
#define XXH_IMPLEMENTATION
#include <xxhash.h>
