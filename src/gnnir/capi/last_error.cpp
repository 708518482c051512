#include "gnnir/capi/last_error.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>

#include "gnnir/base/error.h"

namespace gnnir::capi {
namespace {

/// Of fixed size: to note that memory is short must not take any.
struct LastError {
  gnnir_status status = GNNIR_OK;
  std::array<char, 2048> message = {};
  std::array<char, 128> setting = {};
};
thread_local LastError last_error;

/// What does not fit is cut, but not within a character of UTF-8.
template <std::size_t size>
void copy_text(std::string_view text, std::array<char, size>& to) {
  std::size_t length = std::min(text.size(), size - 1);
  const auto goes_on = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U; };
  while (length < text.size() && length > 0 && goes_on(length)) --length;
  std::memcpy(to.data(), text.data(), length);
  to[length] = '\0';
}

gnnir_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return GNNIR_USAGE;
    case ErrorKind::data:
      return GNNIR_DATA;
    case ErrorKind::io:
      return GNNIR_IO;
    default:
      return GNNIR_INTERNAL;
  }
}

}  // namespace

gnnir_status note(gnnir_status status, std::string_view message, std::string_view setting) noexcept {
  last_error.status = status;
  copy_text(message, last_error.message);
  copy_text(setting, last_error.setting);
  return status;
}

gnnir_status note_current_exception() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return note(status_of(error.kind()), error.what(), error.setting());
  } catch (const std::bad_alloc&) {
    return note(GNNIR_MEMORY, "[memory] there is not enough of it");
  } catch (const std::length_error&) {  // a vector larger than any memory
    return note(GNNIR_MEMORY, "[memory] there is not enough of it");
  } catch (const std::system_error& error) {
    const bool thread = error.code() == std::errc::resource_unavailable_try_again;
    return note(thread ? GNNIR_MEMORY : GNNIR_IO, thread ? "[threads] no further thread can be started" : error.what());
  } catch (const std::exception& error) {
    return note(GNNIR_INTERNAL, error.what());
  } catch (...) {
    return note(GNNIR_INTERNAL, "[gnnir] an exception that is none of ours");
  }
}

}  // namespace gnnir::capi

using gnnir::capi::last_error;

const char* gnnir_last_error() { return last_error.message.data(); }
gnnir_status gnnir_last_error_status() { return last_error.status; }
const char* gnnir_last_error_setting() { return last_error.setting.data(); }
