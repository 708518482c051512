#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gnnir {

/// What a GET asks for.
struct HttpRequest {
  std::string url;              ///< http or https
  std::int64_t first_byte = 0;  ///< above 0: the rest from here (Range) …
  std::string if_range;         ///< … provided that the file is still this version
};

struct HttpLimits {
  int max_redirects = 5;
  long connect_seconds = 30;
  long stall_seconds = 30;  ///< a connection slower than 1000 bytes a second for so long is given up
};

/// What stands before the body of the last answer, after redirects.
struct HttpHead {
  long status = 0;
  std::int64_t length = -1;  ///< of the body; -1: the server does not say
  std::string etag;
  std::string last_modified;
  std::string content_range;
  double retry_after = 0;  ///< seconds; 0: the server does not say
};

struct HttpCallbacks {
  std::function<bool(const HttpHead&)> on_head;   ///< of an answer 200 or 206; false: do not send the body
  std::function<void(std::string_view)> on_body;  ///< its pieces; of other answers they are dropped
  std::function<bool()> must_stop;                ///< asked about once a second
};

struct HttpOutcome {
  enum class Ending { complete, refused, stopped, failed };
  Ending ending = Ending::complete;
  HttpHead head;
  std::string failure;    ///< why it failed, in words
  bool may_pass = false;  ///< a failure that may be none on a second try
};

/// One GET by libcurl. Follows redirects. What callbacks throw comes out of it.
HttpOutcome http_get(const HttpRequest& request, const HttpLimits& limits, const HttpCallbacks& callbacks);

/// Why a redirect is not followed, or "": only to http and https, and never from https back to http.
std::string objection_to_redirect(const std::string& from, const std::string& to);

/// Whether an address is of the two kinds that http_get takes.
bool is_http_url(std::string_view url);

/// The server has trouble that may pass: too many requests, a gateway without its server and the like.
bool is_passing_status(long status);

/// "bytes 200-999/1000"
struct ContentRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t total = -1;  ///< -1: unknown, "bytes 200-999/*"
};
std::optional<ContentRange> parse_content_range(std::string_view text);

}  // namespace gnnir
