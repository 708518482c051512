#include "gnnir/data/download.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "gnnir/base/files.h"
#include "gnnir/base/sha256.h"
#include "gnnir/data/open.h"
#include "support/errors.h"
#include "support/http_server.h"
#include "support/small_zip.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using testing::HttpAsked;
using testing::HttpReply;
using testing::HttpServer;
using testing::reply_with_file;
using testing::TempFolder;

std::string sha256_of(std::string_view bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.hex();
}

class Download : public ::testing::Test {
 protected:
  Download() { ::setenv("no_proxy", "127.0.0.1", 1); }

  [[nodiscard]] DownloadOptions options(const std::string& url) const {
    return {.folder = folder_.path(), .base_url = url, .first_wait = 0.01};
  }
  Downloaded get(const HttpServer& server, const PublishedFile& file = {.stem = "TOY"}) {
    return download(file, options(server.url()), events_);
  }
  Error error_from(const HttpServer& server, const PublishedFile& file = {.stem = "TOY"}) {
    return error_of([&] { get(server, file); });
  }
  [[nodiscard]] std::string content(const char* name) const { return read_file(folder_.path() / name); }
  [[nodiscard]] bool has(const char* name) const { return fs::exists(folder_.path() / name); }
  [[nodiscard]] bool is_empty() const { return fs::is_empty(folder_.path()); }

  /// Leaves the first half of the file as a process that was killed would.
  void leave_half(const HttpServer& server) {
    DownloadOptions impatient = options(server.url());
    impatient.retries = 0;
    EXPECT_EQ(error_of([&] { download({.stem = "TOY"}, impatient); }).kind(), ErrorKind::io);
    ASSERT_EQ(fs::file_size(folder_.path() / "TOY.zip.part"), half_);
  }

  const std::string zip_ = testing::zip_of_edges("TOY", 3, 200'000);
  const std::size_t half_ = zip_.size() / 2;
  TempFolder folder_;
  std::vector<std::string> notes_;
  DownloadEvents events_{.note = [this](const std::string& text) { notes_.push_back(text); }};
};

TEST_F(Download, BringsAFileWithItsChecksumBesideIt) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  const Downloaded file = get(server, {.stem = "TOY", .graphs = 3});
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(file.path, folder_.path() / "TOY.zip");
  EXPECT_EQ(file.graphs, 3);
  EXPECT_EQ(file.bytes, static_cast<std::int64_t>(zip_.size()));
  EXPECT_EQ(content("TOY.zip.sha256"), sha256_of(zip_) + "  TOY.zip\n");
  EXPECT_FALSE(has("TOY.zip.part"));
  EXPECT_FALSE(has("TOY.zip.part.json"));
  EXPECT_EQ(server.asked().at(0).path, "/TOY.zip");
  EXPECT_EQ(server.asked().at(0).header("range"), "");
}

TEST_F(Download, ReportsProgressUpToTheWholeFile) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  std::vector<DownloadProgress> seen;
  events_.progress = [&](const DownloadProgress& now) { seen.push_back(now); };
  get(server);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.back().bytes, static_cast<std::int64_t>(zip_.size()));
  EXPECT_EQ(seen.back().total, static_cast<std::int64_t>(zip_.size()));
}

TEST_F(Download, GoesOnAfterACutConnection) {
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

TEST_F(Download, GoesOnWithWhatAnEarlierProcessLeft) {
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

TEST_F(Download, GoesOnByTheDateWhereTheETagIsWeak) {
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

TEST_F(Download, BeginsAnewWhereTheServerNamesNoVersion) {
  bool cut = true;
  const HttpServer server([&](const HttpAsked&) {
    return HttpReply{.body = zip_, .cut_after = std::exchange(cut, false) ? half_ : zip_.size()};
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().at(1).header("range"), "");
}

TEST_F(Download, BeginsAnewWhereTheServerIgnoresRange) {
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

TEST_F(Download, BeginsAnewWhereTheFileHasChanged) {
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

TEST_F(Download, NoticesAChangedFileFromAServerThatIgnoresIfRange) {
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

TEST_F(Download, BeginsAnewWhereTheServerHasNoSuchPartAnyMore) {
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

TEST_F(Download, BeginsAnewWhereTheServerSendsAnotherPartThanWasAskedFor) {
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

TEST_F(Download, AsksForTheRestOfAPartialAnswer) {
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

TEST_F(Download, BeginsAnewWithADamagedDescriptionOfThePart) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  folder_.write("TOY.zip.part", "other bytes");
  folder_.write("TOY.zip.part.json", "{\"url\": \"" + server.url() + "TOY.zip\", \"version\": \"a\\r\\nEvil: 1\"}");
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().at(0).header("range"), "");
  EXPECT_EQ(server.asked().at(0).header("evil"), "");
}

TEST_F(Download, BeginsAnewWithAPartFromAnotherServer) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  folder_.write("TOY.zip.part", "other bytes");
  folder_.write("TOY.zip.part.json", R"({"url": "http://other.example/TOY.zip", "version": "\"1\""})");
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().at(0).header("range"), "");
}

TEST_F(Download, NeedsNoServerForAPartThatIsComplete) {
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

TEST_F(Download, TakesAFileWhoseLengthTheServerDoesNotSay) {
  const HttpServer server([&](const HttpAsked&) { return HttpReply{.body = zip_, .says_length = false}; });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
}

TEST_F(Download, TriesAgainAfterTroubleThatMayPass) {
  int left = 2;
  const HttpServer server([&](const HttpAsked& asked) {
    return left-- > 0 ? HttpReply{.status = 503, .body = "later"} : reply_with_file(asked, zip_, "\"1\"");
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
  EXPECT_EQ(server.asked().size(), 3u);
  EXPECT_THAT(notes_, ::testing::Contains(HasSubstr("answered 503; trying again")));
}

TEST_F(Download, GivesUpAfterThreeRetries) {
  const HttpServer server([](const HttpAsked&) { return HttpReply{.status = 500}; });
  const Error error = error_from(server);
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("answered 500"), HasSubstr("after 4 attempts")));
  EXPECT_EQ(server.asked().size(), 4u);
  EXPECT_TRUE(is_empty());
}

TEST_F(Download, SaysThatTheServerHasNoSuchFile) {
  const HttpServer server([](const HttpAsked&) { return HttpReply{.status = 404, .body = "<html>no</html>"}; });
  const Error error = error_from(server, {.stem = "MUTGA"});
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("/MUTGA.zip: the server has no such file (404)"), HasSubstr("Did you mean 'MUTAG'?")));
  EXPECT_EQ(server.asked().size(), 1u);
  EXPECT_TRUE(is_empty());
}

TEST_F(Download, SaysWhatItIsThatCannotBeReached) {
  const Error error = error_of([&] { download({.stem = "TOY"}, options("http://127.0.0.1:1/")); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("http://127.0.0.1:1/TOY.zip"), HasSubstr("after 4 attempts")));
  EXPECT_TRUE(is_empty());
}

TEST_F(Download, GivesUpASilentServerAndKeepsWhatCame) {
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

TEST_F(Download, RefusesAWrongChecksumAndLeavesNothing) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  DownloadOptions strict = options(server.url());
  strict.sha256 = sha256_of("something else");
  const Error error = error_of([&] { download({.stem = "TOY"}, strict); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_THAT(error.what(), AllOf(HasSubstr(strict.sha256), HasSubstr(sha256_of(zip_))));
  EXPECT_TRUE(is_empty());
  strict.sha256 = sha256_of(zip_);
  EXPECT_EQ(download({.stem = "TOY"}, strict).sha256, strict.sha256);
}

TEST_F(Download, HoldsAFileToTheChecksumOfAnEarlierDownload) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  const fs::path sidecar = folder_.write("TOY.zip.sha256", sha256_of("an earlier version") + "  TOY.zip\n");
  const Error error = error_from(server);
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_THAT(error.what(), HasSubstr(sidecar.string()));
  EXPECT_FALSE(has("TOY.zip"));
  EXPECT_EQ(content("TOY.zip.sha256"), sha256_of("an earlier version") + "  TOY.zip\n");
}

TEST_F(Download, RefusesWhatIsNoDataSetAndLeavesNothing) {
  const std::string page = "<html><body>Welcome</body></html>";
  const std::string other_zip = read_file(testing::write_zip(folder_.path() / "o.zip", {{"a.txt", "text"}}));
  fs::remove(folder_.path() / "o.zip");
  for (const std::string& wrong : {zip_.substr(0, half_), page, other_zip, std::string()}) {
    const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, wrong, "\"1\""); });
    const Error error = error_from(server);
    EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
    EXPECT_THAT(error.what(), AllOf(HasSubstr("TOY.zip: not a data set"), HasSubstr("removed")));
    if (wrong == page) {
      EXPECT_THAT(error.what(), HasSubstr("HTML"));
    }
    EXPECT_TRUE(is_empty());
  }
}

TEST_F(Download, RefusesAnotherNumberOfGraphsThanIsKnown) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  const Error error = error_from(server, {.stem = "TOY", .graphs = 188});
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_THAT(error.what(), HasSubstr("expected 188 graphs, found 3"));
  EXPECT_TRUE(is_empty());
}

TEST_F(Download, RefusesWhatIsTooLarge) {
  for (const bool says_length : {true, false}) {
    const HttpServer server([&](const HttpAsked&) { return HttpReply{.body = zip_, .says_length = says_length}; });
    DownloadOptions small = options(server.url());
    small.max_bytes = 1000;
    const Error error = error_of([&] { download({.stem = "TOY"}, small); });
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_THAT(error.what(), HasSubstr("larger than 1000 B"));
    EXPECT_FALSE(has("TOY.zip"));
    EXPECT_EQ(server.asked().size(), 1u);
  }
}

TEST_F(Download, FollowsARedirectAndGoesOnThroughIt) {
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

TEST_F(Download, LeavesALoopOfRedirects) {
  const HttpServer server([](const HttpAsked&) {
    return HttpReply{.status = 301, .headers = {{"Location", "/TOY.zip"}}};
  });
  const Error error = error_from(server);
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("more than 5 redirects"));
  EXPECT_EQ(server.asked().size(), 6u);
}

TEST_F(Download, FollowsRedirectsOnlyToHttp) {
  const std::string local = testing::write_zip(folder_.path() / "local.zip", {{"a", "b"}}).string();
  for (const std::string& location : {"file://" + local, std::string("ftp://127.0.0.1/x.zip")}) {
    const HttpServer server([&](const HttpAsked&) {
      return HttpReply{.status = 302, .headers = {{"Location", location}}};
    });
    EXPECT_THAT(error_from(server).what(), HasSubstr("neither http nor https"));
    EXPECT_FALSE(has("TOY.zip"));
  }
}

TEST_F(Download, NeverOverwritesWhatIsThere) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  folder_.write("TOY.zip", "mine");
  EXPECT_TRUE(get(server).was_there);
  DownloadOptions strict = options(server.url());
  strict.sha256 = sha256_of("mine");
  EXPECT_EQ(download({.stem = "TOY"}, strict).sha256, strict.sha256);
  strict.sha256 = sha256_of(zip_);
  EXPECT_EQ(error_of([&] { download({.stem = "TOY"}, strict); }).kind(), ErrorKind::data);
  EXPECT_EQ(content("TOY.zip"), "mine");
  EXPECT_TRUE(server.asked().empty());
}

TEST_F(Download, NeverOverwritesWhatAppearsMeanwhile) {
  const HttpServer server([&](const HttpAsked& asked) {
    folder_.write("TOY.zip", "mine");
    return reply_with_file(asked, zip_, "\"1\"");
  });
  EXPECT_EQ(error_from(server).kind(), ErrorKind::io);
  EXPECT_EQ(content("TOY.zip"), "mine");
}

TEST_F(Download, LeavesAFileToTheProcessThatIsAtIt) {
  const HttpServer server([&](const HttpAsked& asked) {
    const Error error = error_of([&] { download({.stem = "TOY"}, options("http://127.0.0.1:1/")); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("another process"));
    return reply_with_file(asked, zip_, "\"1\"");
  });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
}

TEST_F(Download, DoesNotFollowALinkInThePlaceOfThePart) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  const fs::path precious = folder_.write("precious", "precious");
  fs::create_symlink(precious, folder_.path() / "TOY.zip.part");
  EXPECT_EQ(error_from(server).kind(), ErrorKind::io);
  EXPECT_EQ(content("precious"), "precious");
}

TEST_F(Download, CreatesTheFolder) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  DownloadOptions deeper = options(server.url());
  deeper.folder /= "a/b";
  download({.stem = "TOY"}, deeper);
  EXPECT_EQ(content("a/b/TOY.zip"), zip_);
}

TEST_F(Download, RefusesWrongOptionsBeforeAnyWork) {
  for (const char* url : {"", "ftp://x/", "file:///tmp/", "www.example.org"}) {
    EXPECT_EQ(error_of([&] { download({.stem = "TOY"}, options(url)); }).kind(), ErrorKind::usage) << url;
  }
  DownloadOptions wrong = options("http://127.0.0.1:1/");
  wrong.sha256 = "abc";
  EXPECT_EQ(error_of([&] { download({.stem = "TOY"}, wrong); }).kind(), ErrorKind::usage);
  EXPECT_TRUE(is_empty());
}

TEST(Redirect, NeverLeavesHttps) {
  EXPECT_EQ(objection_to_redirect("http://a/x", "http://b/x"), "");
  EXPECT_EQ(objection_to_redirect("http://a/x", "https://b/x"), "");
  EXPECT_EQ(objection_to_redirect("https://a/x", "HTTPS://b/x"), "");
  EXPECT_THAT(objection_to_redirect("https://a/x", "http://b/x"), HasSubstr("from https to http://b/x"));
}

TEST(ContentRange, IsReadOrRefused) {
  const auto range = parse_content_range("bytes 200-999/1000");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 200);
  EXPECT_EQ(range->last, 999);
  EXPECT_EQ(range->total, 1000);
  EXPECT_EQ(parse_content_range("bytes 0-0/*")->total, -1);
  for (const char* text : {"", "bytes", "bytes */1000", "bytes 5-4/10", "bytes 0-10/10", "bytes -5-9/10", "items 0-1/2",
                           "bytes 0-1", "bytes 0/1-2", "bytes 0-1/-1", "bytes 0-99999999999999999999/*"}) {
    EXPECT_FALSE(parse_content_range(text)) << text;
  }
}

TEST(Sha256, IsThatOfTheStandard) {
  // FIPS 180-4's examples.
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const TempFolder folder;
  EXPECT_EQ(sha256_of_file(folder.write("x", "abc")), sha256_of("abc"));
}

}  // namespace
}  // namespace gnnir
