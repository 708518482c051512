#include <gmock/gmock.h>

#include <utility>

#include "support/download.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using testing::HttpAsked;
using testing::HttpReply;
using testing::HttpServer;
using testing::reply_with_file;

/// What becomes of a download that did not come in one piece: it goes on, begins anew or gives up.
class InterruptedDownload : public testing::DownloadTest {};

TEST_F(InterruptedDownload, GoesOnAfterACutConnection) {
  const HttpServer server([&](const HttpAsked& asked) {
    HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
    if (reply.status == 200) reply.cut_after = half_;
    return reply;
  });
  EXPECT_EQ(get(server).resumed_at, 0);
  EXPECT_EQ(content("TOY.zip"), zip_);
  ASSERT_EQ(server.asked().size(), 2u);
  EXPECT_EQ(server.asked()[1].header("range"), "bytes=" + std::to_string(half_) + "-");
  EXPECT_EQ(server.asked()[1].header("if-range"), "\"1\"");
}

TEST_F(InterruptedDownload, GoesOnWithWhatAnEarlierProcessLeft) {
  const HttpServer server([&](const HttpAsked& asked) {
    HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
    if (reply.status == 200) reply.cut_after = half_;
    return reply;
  });
  leave_half(server);
  EXPECT_EQ(get(server).resumed_at, static_cast<std::int64_t>(half_));
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().back().header("range"), "bytes=" + std::to_string(half_) + "-");
}

TEST_F(InterruptedDownload, EndsWhereItIsAskedToStop) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  DownloadOptions stopped = options(server.url());
  stopped.stop = [] { return StopReason::terminated; };
  EXPECT_EQ(error_of([&] { download({.stem = "TOY"}, stopped); }).kind(), ErrorKind::terminated);
}

TEST_F(InterruptedDownload, GoesOnByTheDateWhereTheETagIsWeak) {
  const std::string date = "Tue, 01 Feb 2022 10:00:00 GMT";
  bool cut = true;
  const HttpServer server([&](const HttpAsked& asked) {
    HttpReply reply = reply_with_file(asked, zip_, asked.header("if-range"));
    reply.headers[0] = {"ETag", "W/\"1\""};
    reply.headers.emplace_back("Last-Modified", date);
    if (std::exchange(cut, false)) reply.cut_after = half_;
    return reply;
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().at(1).header("if-range"), date);
}

TEST_F(InterruptedDownload, BeginsAnewWhereTheServerNamesNoVersion) {
  bool cut = true;
  const HttpServer server([&](const HttpAsked&) {
    return HttpReply{.body = zip_, .cut_after = std::exchange(cut, false) ? half_ : zip_.size()};
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().at(1).header("range"), "");
}

TEST_F(InterruptedDownload, BeginsAnewWhereTheServerIgnoresRange) {
  bool cut = true;
  const HttpServer server([&](const HttpAsked&) {
    return HttpReply{
        .headers = {{"ETag", "\"1\""}}, .body = zip_, .cut_after = std::exchange(cut, false) ? half_ : zip_.size()};
  });
  leave_half(server);
  EXPECT_EQ(get(server).resumed_at, 0);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_NE(server.asked().back().header("range"), "");
  EXPECT_THAT(notes_, ::testing::Contains(HasSubstr("cannot go on")));
}

TEST_F(InterruptedDownload, BeginsAnewWhereTheFileHasChanged) {
  const std::string changed = testing::zip_of_edges("TOY", 5, 10'000);
  bool first = true;
  const HttpServer server([&](const HttpAsked& asked) {
    if (!std::exchange(first, false)) return reply_with_file(asked, changed, "\"2\"");
    HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
    reply.cut_after = half_;
    return reply;
  });
  leave_half(server);
  EXPECT_EQ(get(server).graphs, 5);
  EXPECT_EQ(content("TOY.zip"), changed);
  EXPECT_THAT(notes_, ::testing::Contains(HasSubstr("has changed")));
}

TEST_F(InterruptedDownload, NoticesAChangedFileFromAServerThatIgnoresIfRange) {
  const std::string changed = testing::zip_of_edges("TOY", 3, 200'000, 2);
  ASSERT_EQ(changed.size(), zip_.size());
  int asked_before = 0;
  const HttpServer server([&](const HttpAsked& asked) {
    HttpAsked loose = asked;
    loose.headers["if-range"] = "\"2\"";
    if (asked_before++ > 0) return reply_with_file(loose, changed, "\"2\"");
    HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
    reply.cut_after = half_;
    return reply;
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), changed);
  EXPECT_EQ(server.asked().size(), 3u);
}

TEST_F(InterruptedDownload, BeginsAnewWhereTheServerHasNoSuchPartAnyMore) {
  int asked_before = 0;
  const HttpServer server([&](const HttpAsked& asked) {
    if (!asked.header("range").empty()) return HttpReply{.status = 416};
    HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
    if (asked_before++ == 0) reply.cut_after = half_;
    return reply;
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
}

TEST_F(InterruptedDownload, BeginsAnewWhereTheServerSendsAnotherPartThanWasAskedFor) {
  int asked_before = 0;
  const HttpServer server([&](const HttpAsked& asked) {
    HttpAsked shifted = asked;
    if (!asked.header("range").empty()) shifted.headers["range"] = "bytes=" + std::to_string(half_ - 100) + "-";
    HttpReply reply = reply_with_file(shifted, zip_, "\"1\"");
    if (asked_before++ == 0) reply.cut_after = half_;
    return reply;
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().size(), 3u);
}

TEST_F(InterruptedDownload, AsksForTheRestOfAPartialAnswer) {
  for (const bool says_length : {true, false}) {
    const HttpServer server([&](const HttpAsked& asked) {
      HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
      if (reply.status == 200) {
        reply.says_length = says_length;
        reply.cut_after = half_;
      } else if (reply.body.size() > 1000) {
        const std::size_t first = zip_.size() - reply.body.size();
        reply.body.resize(reply.body.size() / 2);
        reply.headers.back().second = "bytes " + std::to_string(first) + "-" +
                                      std::to_string(first + reply.body.size() - 1) + "/" + std::to_string(zip_.size());
      }
      return reply;
    });
    DownloadOptions patient = options(server.url());
    patient.retries = 20;
    patient.first_wait = 0;
    patient.folder /= says_length ? "a" : "b";
    download({.stem = "TOY"}, patient);
    EXPECT_EQ(read_file(patient.folder / "TOY.zip"), zip_);
  }
}

TEST_F(InterruptedDownload, BeginsAnewWithADamagedDescriptionOfThePart) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  folder_.write("TOY.zip.part", "other bytes");
  folder_.write("TOY.zip.part.json", "{\"url\": \"" + server.url() + "TOY.zip\", \"version\": \"a\\r\\nEvil: 1\"}");
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().at(0).header("range"), "");
  EXPECT_EQ(server.asked().at(0).header("evil"), "");
}

TEST_F(InterruptedDownload, BeginsAnewWithAPartFromAnotherServer) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  folder_.write("TOY.zip.part", "other bytes");
  folder_.write("TOY.zip.part.json", R"({"url": "http://other.example/TOY.zip", "version": "\"1\""})");
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().at(0).header("range"), "");
}

TEST_F(InterruptedDownload, NeedsNoServerForAPartThatIsComplete) {
  std::string url;
  {
    const HttpServer server([](const HttpAsked&) { return HttpReply{.status = 500}; });
    url = server.url();
  }
  folder_.write("TOY.zip.part", zip_);
  folder_.write("TOY.zip.part.json",
                "{\"url\": \"" + url + "TOY.zip\", \"version\": \"\", \"bytes\": " + std::to_string(zip_.size()) + "}");
  EXPECT_EQ(download({.stem = "TOY"}, options(url)).graphs, 3);
  EXPECT_EQ(content("TOY.zip"), zip_);
}

TEST_F(InterruptedDownload, TriesAgainAfterTroubleThatMayPass) {
  int left = 2;
  const HttpServer server([&](const HttpAsked& asked) {
    return left-- > 0 ? HttpReply{.status = 503, .body = "later"} : reply_with_file(asked, zip_, "\"1\"");
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().size(), 3u);
  EXPECT_THAT(notes_, ::testing::Contains(HasSubstr("answered 503; trying again")));
}

TEST_F(InterruptedDownload, GivesUpAfterThreeRetries) {
  const HttpServer server([](const HttpAsked&) { return HttpReply{.status = 500}; });
  const Error error = error_from(server);
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("answered 500"), HasSubstr("after 4 attempts")));
  EXPECT_EQ(server.asked().size(), 4u);
  EXPECT_TRUE(is_empty());
}

TEST_F(InterruptedDownload, GivesUpASilentServerAndKeepsWhatCame) {
  const HttpServer server([&](const HttpAsked& asked) {
    HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
    reply.cut_after = 500;
    reply.holds = true;
    return reply;
  });
  DownloadOptions impatient = options(server.url());
  impatient.retries = 0;
  impatient.limits.stall_seconds = 1;
  const Error error = error_of([&] { download({.stem = "TOY"}, impatient); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("TOY.zip.part"), HasSubstr("the same command goes on from there")));
  EXPECT_EQ(content("TOY.zip.part"), zip_.substr(0, 500));
}

TEST_F(InterruptedDownload, FollowsARedirectAndGoesOnThroughIt) {
  bool cut = true;
  const HttpServer server([&](const HttpAsked& asked) {
    if (asked.path == "/TOY.zip")
      return HttpReply{.status = 302, .headers = {{"Location", "/moved/x"}}, .body = "moved"};
    HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
    if (std::exchange(cut, false)) reply.cut_after = half_;
    return reply;
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().back().path, "/moved/x");
  EXPECT_NE(server.asked().back().header("range"), "");
}

}  // namespace
}  // namespace gnnir
