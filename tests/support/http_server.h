#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace gnnir::testing {

/// What a client asked for. Names of headers are in lower case.
struct HttpAsked {
  std::string path;
  std::map<std::string, std::string> headers;

  [[nodiscard]] std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

/// What the server says to it, and how it misbehaves.
struct HttpReply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  bool says_length = true;                                          ///< Content-Length, else the body is in chunks
  std::size_t cut_after = std::numeric_limits<std::size_t>::max();  ///< bytes of the body; then the connection closes …
  bool holds = false;  ///< … or stays open and silent until the client leaves
};

/// An HTTP server on this computer, one thread, one request per connection.
///   HttpServer server([](const HttpAsked& asked) { return HttpReply{.body = "x"}; });
///   download from server.url()
class HttpServer {
 public:
  using Handler = std::function<HttpReply(const HttpAsked&)>;
  explicit HttpServer(Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// http://127.0.0.1:PORT/
  [[nodiscard]] std::string url() const;
  /// All requests so far, in order.
  [[nodiscard]] std::vector<HttpAsked> asked() const;

 private:
  void serve();
  void answer(int connection);

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> ends_ = false;
  mutable std::mutex mutex_;
  std::vector<HttpAsked> asked_;
  std::thread thread_;
};

/// The answer of a good server that has this content: the part that Range asks for, if it is still this version.
HttpReply reply_with_file(const HttpAsked& asked, const std::string& content, const std::string& etag);

}  // namespace gnnir::testing
