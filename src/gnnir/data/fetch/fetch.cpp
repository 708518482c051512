#include "gnnir/data/fetch/fetch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {
namespace {

constexpr double longest_wait = 60;

class Fetch {
 public:
  Fetch(const std::string& url, PartFile& part, const DownloadOptions& options, const DownloadEvents& events)
      : url_(url), part_(part), options_(options), events_(events) {}

  std::int64_t run() {
    if (part_.state().url != url_) part_.forget();
    resumed_at_ = part_.size();
    while (!part_.is_complete()) {
      request_ = next_request();
      const HttpOutcome outcome = http_get(
          request_, options_.limits,
          {.on_head = [this](const HttpHead& head) { return head.status == 206 ? goes_on(head) : begins(head); },
           .on_body = [this](std::string_view bytes) { append(bytes); },
           .must_stop = [this] { return must_stop(); }});
      judge(outcome);
    }
    return resumed_at_;
  }

 private:
  [[nodiscard]] bool must_stop() const { return reason_to_stop(options_.stop) != StopReason::none; }

  [[nodiscard]] bool can_go_on() const {
    const PartState& state = part_.state();
    return part_.size() > 0 && !state.version.empty() && (state.bytes < 0 || part_.size() < state.bytes);
  }

  [[nodiscard]] HttpRequest next_request() const {
    if (!can_go_on()) return {.url = url_};
    return {.url = url_, .first_byte = part_.size(), .if_range = part_.state().version};
  }

  /// Answer 206: the rest that was asked for, if it fits what is here. Some servers ignore If-Range.
  bool goes_on(const HttpHead& head) {
    const auto range = parse_content_range(head.content_range);
    if (request_.first_byte == 0 || !range || range->first != part_.size()) return false;
    const PartState& state = part_.state();
    const std::string& version = state.version.starts_with('"') ? head.etag : head.last_modified;
    if (!version.empty() && version != state.version) return false;
    if (state.bytes >= 0 && range->total >= 0 && range->total != state.bytes) return false;
    refuse_too_large(range->total);
    reaches_end_ = range->total < 0 || range->last + 1 == range->total;
    events_.note(fmt::format("going on after {}", format_bytes(part_.size())));
    return true;
  }

  /// Answer 200: the whole file.
  bool begins(const HttpHead& head) {
    refuse_too_large(head.length);
    const std::string version = version_of(head.etag, head.last_modified);
    if (request_.first_byte > 0) {
      events_.note(version == request_.if_range ? "the server cannot go on: from the beginning"
                                                : "the file has changed since: from the beginning");
    }
    part_.begin({url_, version, head.length});
    resumed_at_ = 0;
    reaches_end_ = true;
    return true;
  }

  void append(std::string_view bytes) {
    const std::int64_t size = part_.size() + static_cast<std::int64_t>(bytes.size());
    refuse_too_large(size);
    const std::int64_t total = part_.state().bytes;
    if (total >= 0 && size > total) throw io_error("[download] {}: more than the {} bytes announced", url_, total);
    part_.append(bytes);
    events_.progress({size, total});
  }

  void refuse_too_large(std::int64_t bytes) const {
    if (bytes <= options_.max_bytes) return;
    throw data_error("[download] {}: larger than {}, the most that is downloaded (download.max_size)", url_,
                     format_bytes(options_.max_bytes));
  }

  void judge(const HttpOutcome& outcome) {
    const long status = outcome.head.status;
    switch (outcome.ending) {
      case HttpOutcome::Ending::stopped:
        throw Error(error_kind(reason_to_stop(options_.stop)),
                    fmt::format("[download] {}: interrupted{}", url_, what_is_kept()));
      case HttpOutcome::Ending::failed:
        if (!outcome.may_pass) throw io_error("[download] {}: {}{}", url_, outcome.failure, what_is_kept());
        return try_again(outcome.failure, 0);
      case HttpOutcome::Ending::refused:
        return begin_anew("the server sent another part than was asked for");
      case HttpOutcome::Ending::complete:
        break;
    }
    if (status == 200 || status == 206) {
      if (reaches_end_) part_.finish();
      if (!part_.is_complete()) try_again("the answer ended early", 0);
      return;
    }
    if (status == 416) return begin_anew("the server has no such part of the file");
    if (is_passing_status(status)) {
      return try_again(fmt::format("the server answered {}", status), outcome.head.retry_after);
    }
    if (status == 404 || status == 410) {
      const std::string name = std::filesystem::path(url_).stem().string();
      throw io_error("[download] {}: the server has no such file ({}).{}", url_, status, published_suggestion(name));
    }
    throw io_error("[download] {}: expected the file, the server answered {}{}", url_, status, what_is_kept());
  }

  void begin_anew(const std::string& why) {
    if (request_.first_byte == 0) throw io_error("[download] {}: {}", url_, why);
    events_.note(why + ": from the beginning");
    part_.forget();
  }

  void try_again(const std::string& why, double retry_after) {
    if (failures_ == options_.retries) {
      throw io_error("[download] {}: {}{}{}", url_, why,
                     failures_ > 0 ? fmt::format(", after {} attempts", failures_ + 1) : "", what_is_kept());
    }
    const double wait = std::max(options_.first_wait * std::exp2(failures_), std::min(retry_after, longest_wait));
    ++failures_;
    events_.note(
        fmt::format("{}; trying again in {} ({} of {})", why, format_duration(wait), failures_, options_.retries));
    const Stopwatch waited;
    while (waited.seconds() < wait && !must_stop()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  [[nodiscard]] std::string what_is_kept() const {
    if (!can_go_on()) return "";
    return fmt::format("; {} are kept in {}: the same command goes on from there", format_bytes(part_.size()),
                       part_.path().string());
  }

  const std::string& url_;
  PartFile& part_;
  const DownloadOptions& options_;
  const DownloadEvents& events_;
  HttpRequest request_;
  std::int64_t resumed_at_ = 0;
  bool reaches_end_ = false;
  int failures_ = 0;
};

}  // namespace

std::int64_t fetch(const std::string& url, PartFile& part, const DownloadOptions& options,
                   const DownloadEvents& events) {
  return Fetch(url, part, options, events).run();
}

}  // namespace gnnir
