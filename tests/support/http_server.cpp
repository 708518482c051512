#include "support/http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace gnnir::testing {
namespace {

bool wait_for_input(int socket, int milliseconds) {
  pollfd ready{socket, POLLIN, 0};
  return ::poll(&ready, 1, milliseconds) > 0;
}

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// All before the empty line, or "" if the client leaves before it.
std::string receive_head(int socket) {
  std::string text;
  std::array<char, 4096> buffer{};
  while (text.find("\r\n\r\n") == std::string::npos) {
    const ssize_t size = wait_for_input(socket, 5000) ? ::recv(socket, buffer.data(), buffer.size(), 0) : 0;
    if (size <= 0) return "";
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return text;
}

HttpAsked parse_head(const std::string& head) {
  std::istringstream lines(head);
  std::string line;
  std::string verb;
  HttpAsked asked;
  lines >> verb >> asked.path;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) break;
    std::string name = line.substr(0, colon);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    asked.headers[name] = line.substr(colon + 2, line.find('\r') - colon - 2);
  }
  return asked;
}

}  // namespace

HttpServer::HttpServer(Handler handler) : handler_(std::move(handler)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 8) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::runtime_error("no server on this computer");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
  ends_ = true;
  thread_.join();
  ::close(listener_);
}

std::string HttpServer::url() const { return fmt::format("http://127.0.0.1:{}/", port_); }

std::vector<HttpAsked> HttpServer::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

void HttpServer::serve() {
  while (!ends_) {
    if (!wait_for_input(listener_, 10)) continue;
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    answer(connection);
    ::close(connection);
  }
}

void HttpServer::answer(int connection) {
  const std::string head = receive_head(connection);
  if (head.empty()) return;
  const HttpAsked asked = parse_head(head);
  {
    const std::lock_guard lock(mutex_);
    asked_.push_back(asked);
  }
  const HttpReply reply = handler_(asked);
  std::string text = fmt::format("HTTP/1.1 {} Whatever\r\nConnection: close\r\n", reply.status);
  for (const auto& [name, value] : reply.headers) text += fmt::format("{}: {}\r\n", name, value);
  text += reply.says_length ? fmt::format("Content-Length: {}\r\n\r\n", reply.body.size())
                            : "Transfer-Encoding: chunked\r\n\r\n";
  if (!reply.says_length && !reply.body.empty()) text += fmt::format("{:x}\r\n", reply.body.size());
  const bool whole = reply.cut_after >= reply.body.size();
  if (!send_all(connection, text) || !send_all(connection, std::string_view(reply.body).substr(0, reply.cut_after))) {
    return;
  }
  if (whole && !reply.says_length) send_all(connection, reply.body.empty() ? "0\r\n\r\n" : "\r\n0\r\n\r\n");
  while (reply.holds && !ends_ && !wait_for_input(connection, 10)) {
  }
}

HttpReply reply_with_file(const HttpAsked& asked, const std::string& content, const std::string& etag) {
  HttpReply reply{.headers = {{"ETag", etag}, {"Accept-Ranges", "bytes"}}, .body = content};
  const std::string range = asked.header("range");
  if (range.empty() || asked.header("if-range") != etag) return reply;
  const std::size_t first = std::stoul(range.substr(range.find('=') + 1));
  if (first >= content.size())
    return {.status = 416, .headers = {{"Content-Range", fmt::format("bytes */{}", content.size())}}};
  reply.status = 206;
  reply.body = content.substr(first);
  reply.headers.emplace_back("Content-Range", fmt::format("bytes {}-{}/{}", first, content.size() - 1, content.size()));
  return reply;
}

}  // namespace gnnir::testing
