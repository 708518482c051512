#include "gnnir/data/fetch/download.h"

#include <gmock/gmock.h>

#include "support/download.h"

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
using testing::sha256_of;

/// What is taken, what is refused, and that nothing of the user's is lost.
class Download : public testing::DownloadTest {};

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

TEST_F(Download, TakesAFileWhoseLengthTheServerDoesNotSay) {
  const HttpServer server([&](const HttpAsked&) { return HttpReply{.body = zip_, .says_length = false}; });
  get(server);
  EXPECT_EQ(content("TOY.zip"), zip_);
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

}  // namespace
}  // namespace gnnir
