#include "gnnir/data/fetch/http.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/version.h"

namespace gnnir {
namespace {

void start_curl_once() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw internal_error("[http] libcurl does not start: {}", curl_easy_strerror(started));
}

bool may_pass(CURLcode code) {
  constexpr std::array<CURLcode, 12> passing = {CURLE_COULDNT_RESOLVE_PROXY,
                                                CURLE_COULDNT_RESOLVE_HOST,
                                                CURLE_COULDNT_CONNECT,
                                                CURLE_WEIRD_SERVER_REPLY,
                                                CURLE_PARTIAL_FILE,
                                                CURLE_OPERATION_TIMEDOUT,
                                                CURLE_GOT_NOTHING,
                                                CURLE_SEND_ERROR,
                                                CURLE_RECV_ERROR,
                                                CURLE_SSL_CONNECT_ERROR,
                                                CURLE_HTTP2,
                                                CURLE_HTTP2_STREAM};
  return std::find(passing.begin(), passing.end(), code) != passing.end();
}

bool is_https(std::string_view url) { return upper_case(url.substr(0, 8)) == "HTTPS://"; }

/// One request without redirects: its answer goes to the callbacks if it is 200 or 206.
class Transfer {
 public:
  Transfer(const HttpRequest& request, const HttpLimits& limits, const HttpCallbacks& callbacks)
      : callbacks_(callbacks), curl_(curl_easy_init(), &curl_easy_cleanup), headers_(nullptr, &curl_slist_free_all) {
    if (!curl_) throw internal_error("[http] libcurl does not start");
    set(CURLOPT_URL, request.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_USERAGENT, "gnnir/" GNNIR_VERSION);
    set(CURLOPT_ERRORBUFFER, error_.data());
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_CONNECTTIMEOUT, limits.connect_seconds);
    set(CURLOPT_LOW_SPEED_LIMIT, 1000L);
    set(CURLOPT_LOW_SPEED_TIME, limits.stall_seconds);
    set(CURLOPT_WRITEFUNCTION, &Transfer::receive);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &Transfer::watch);
    set(CURLOPT_XFERINFODATA, this);
    if (request.first_byte > 0) {
      set(CURLOPT_RANGE, fmt::format("{}-", request.first_byte).c_str());
      headers_.reset(curl_slist_append(nullptr, ("If-Range: " + request.if_range).c_str()));
      set(CURLOPT_HTTPHEADER, headers_.get());
    }
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  HttpOutcome run() {
    const CURLcode code = curl_easy_perform(curl_.get());
    if (thrown_) std::rethrow_exception(thrown_);
    HttpOutcome outcome;
    if (code == CURLE_OK && !seen_ && is_wanted(head().status)) take_head();  // an empty body calls nobody
    if (thrown_) std::rethrow_exception(thrown_);
    outcome.head = head();
    outcome.ending = refused_                            ? HttpOutcome::Ending::refused
                     : code == CURLE_OK                  ? HttpOutcome::Ending::complete
                     : code == CURLE_ABORTED_BY_CALLBACK ? HttpOutcome::Ending::stopped
                                                         : HttpOutcome::Ending::failed;
    outcome.failure = error_[0] != '\0' ? error_.data() : curl_easy_strerror(code);
    outcome.may_pass = may_pass(code);
    return outcome;
  }

  /// Where a redirect leads, or "".
  std::string redirect() {
    const char* url = nullptr;
    curl_easy_getinfo(curl_.get(), CURLINFO_REDIRECT_URL, &url);
    return url != nullptr ? url : "";
  }

 private:
  template <typename Value>
  void set(CURLoption option, Value value) {
    const CURLcode code = curl_easy_setopt(curl_.get(), option, value);
    if (code != CURLE_OK) throw internal_error("[http] libcurl refuses an option: {}", curl_easy_strerror(code));
  }

  static bool is_wanted(long status) { return status == 200 || status == 206; }

  std::string header(const char* name) {
    curl_header* found = nullptr;
    const bool there = curl_easy_header(curl_.get(), name, 0, CURLH_HEADER, -1, &found) == CURLHE_OK;
    return there ? found->value : "";
  }

  HttpHead head() {
    HttpHead head;
    curl_off_t length = -1;
    curl_off_t retry_after = 0;
    curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &head.status);
    curl_easy_getinfo(curl_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    curl_easy_getinfo(curl_.get(), CURLINFO_RETRY_AFTER, &retry_after);
    head.length = length;
    head.retry_after = static_cast<double>(retry_after);
    head.etag = header("ETag");
    head.last_modified = header("Last-Modified");
    head.content_range = header("Content-Range");
    return head;
  }

  bool take_head() {
    seen_ = true;
    return guarded([&] { refused_ = !callbacks_.on_head(head()); }) && !refused_;
  }

  /// An exception must not pass through libcurl's frames.
  template <typename Work>
  bool guarded(Work work) {
    try {
      work();
      return true;
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }

  static std::size_t receive(const char* bytes, std::size_t, std::size_t size, void* context) {
    auto& self = *static_cast<Transfer*>(context);
    constexpr std::size_t abort = CURL_WRITEFUNC_ERROR;
    long status = 0;
    curl_easy_getinfo(self.curl_.get(), CURLINFO_RESPONSE_CODE, &status);
    if (!is_wanted(status)) return size;
    if (!self.seen_ && !self.take_head()) return abort;
    return self.guarded([&] { self.callbacks_.on_body({bytes, size}); }) ? size : abort;
  }

  static int watch(void* context, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    const auto& self = *static_cast<Transfer*>(context);
    return self.callbacks_.must_stop() ? 1 : 0;
  }

  const HttpCallbacks& callbacks_;
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl_;
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers_;
  std::array<char, CURL_ERROR_SIZE> error_{};
  std::exception_ptr thrown_;
  bool seen_ = false;
  bool refused_ = false;
};

HttpOutcome failure(std::string words) { return {.ending = HttpOutcome::Ending::failed, .failure = std::move(words)}; }

}  // namespace

HttpOutcome http_get(const HttpRequest& request, const HttpLimits& limits, const HttpCallbacks& callbacks) {
  start_curl_once();
  HttpRequest step = request;
  for (int redirects = 0;; ++redirects) {
    Transfer transfer(step, limits, callbacks);
    HttpOutcome outcome = transfer.run();
    const std::string next = transfer.redirect();
    if (outcome.ending != HttpOutcome::Ending::complete || next.empty()) return outcome;
    if (redirects == limits.max_redirects) return failure(fmt::format("more than {} redirects", redirects));
    const std::string objection = objection_to_redirect(step.url, next);
    if (!objection.empty()) return failure(objection);
    step.url = next;
  }
}

std::string objection_to_redirect(const std::string& from, const std::string& to) {
  if (!is_http_url(to)) return fmt::format("redirected to {}, which is neither http nor https", to);
  if (is_https(from) && !is_https(to)) return fmt::format("redirected from https to {}, which is not", to);
  return "";
}

bool is_http_url(std::string_view url) { return is_https(url) || upper_case(url.substr(0, 7)) == "HTTP://"; }

bool is_passing_status(long status) {
  constexpr std::array<long, 7> passing = {408, 425, 429, 500, 502, 503, 504};
  return std::find(passing.begin(), passing.end(), status) != passing.end();
}

std::optional<ContentRange> parse_content_range(std::string_view text) {
  constexpr std::string_view unit = "bytes ";
  const std::size_t dash = text.find('-');
  const std::size_t slash = text.find('/');
  if (!text.starts_with(unit) || slash == std::string_view::npos || dash > slash) return std::nullopt;
  const auto first = parse_integer(text.substr(unit.size(), dash - unit.size()));
  const auto last = parse_integer(text.substr(dash + 1, slash - dash - 1));
  if (!first || !last || *first < 0 || *last < *first) return std::nullopt;
  if (text.substr(slash + 1) == "*") return ContentRange{*first, *last};
  const auto total = parse_integer(text.substr(slash + 1));
  if (!total || *last >= *total) return std::nullopt;
  return ContentRange{*first, *last, *total};
}

}  // namespace gnnir
