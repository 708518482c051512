#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>

#include "gnnir/base/files.h"
#include "support/http_server.h"
#include "support/program.h"
#include "support/small_zip.h"
#include "support/temp_folder.h"
#include "torture/child.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::HttpAsked;
using testing::HttpReply;
using testing::HttpServer;
using ::testing::Not;
using testing::Outcome;
using testing::reply_with_file;
using ::testing::StartsWith;
using testing::TempFolder;

class DownloadCommandLine : public ::testing::Test {
 protected:
  DownloadCommandLine() {
    ::setenv("no_proxy", "127.0.0.1", 1);
    ::unsetenv("GNNIR_DATA");
  }

  Outcome run(const std::string& arguments) { return testing::run_gnnir("data download " + arguments, folder_.path()); }
  [[nodiscard]] std::string from(const HttpServer& server) const { return " --data-dir data --url " + server.url(); }
  [[nodiscard]] fs::path data(const char* name) const { return folder_.path() / "data" / name; }
  [[nodiscard]] torture::Command command(const HttpServer& server) const {
    return {.arguments = {GNNIR_PROGRAM, "data", "download", "TOY", "--data-dir", (folder_.path() / "data").string(),
                          "--url", server.url()}};
  }

  /// The first time half of the file and then silence; from then on as it should be.
  HttpReply half_then_all(const HttpAsked& asked) const {
    HttpReply reply = reply_with_file(asked, zip_, "\"1\"");
    if (reply.status == 200) {
      reply.cut_after = zip_.size() / 2;
      reply.holds = true;
    }
    return reply;
  }

  const std::string zip_ = testing::zip_of_edges("TOY", 3, 200'000);
  TempFolder folder_;
};

TEST_F(DownloadCommandLine, BringsDataSetsThatOtherCommandsFind) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  const Outcome outcome = run("TOY TOY-2" + from(server));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("TOY.zip: 3 graphs"), HasSubstr("TOY-2.zip: 3 graphs"),
                    HasSubstr("sha256 " + read_file(data("TOY.zip.sha256")).substr(0, 64)), Not(HasSubstr("\033"))));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(read_file(data("TOY.zip")), zip_);
  EXPECT_EQ(testing::run_gnnir("data inspect TOY --data-dir data --json", folder_.path()).last_json()["graphs"], 3);
  if (std::system("command -v sha256sum >/dev/null") == 0) {
    const std::string check = "cd '" + (folder_.path() / "data").string() + "' && sha256sum --quiet -c TOY.zip.sha256";
    EXPECT_EQ(std::system(check.c_str()), 0);
  }
}

TEST_F(DownloadCommandLine, TakesTheDataFolderFromTheEnvironment) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  ::setenv("GNNIR_DATA", (folder_.path() / "data").c_str(), 1);
  EXPECT_EQ(run("TOY --url " + server.url()).exit_code, 0);
  EXPECT_TRUE(fs::exists(data("TOY.zip")));
  ::unsetenv("GNNIR_DATA");
  const Outcome without = run("TOY --url " + server.url());
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.err, AllOf(HasSubstr("--data-dir"), HasSubstr("GNNIR_DATA")));
}

TEST_F(DownloadCommandLine, BringsTheThreeFilesOfZinc) {
  const HttpServer server([&](const HttpAsked&) { return HttpReply{.status = 404}; });
  EXPECT_THAT(run("zinc" + from(server)).err, HasSubstr("ZINC_train.zip: the server has no such file (404)"));
}

TEST_F(DownloadCommandLine, SaysOnceAndBeforeAnyWorkThatTheCollectionsZincIsNotTheBenchmarks) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  const Outcome outcome = run("ZINC_train ZINC_val --json" + from(server));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(StartsWith("gnnir: ZINC: "), HasSubstr("250,000 molecules"), HasSubstr("ZINC10K")));
  EXPECT_EQ(outcome.err.find("ZINC10K"), outcome.err.rfind("ZINC10K"));
  EXPECT_EQ(run("TOY" + from(server)).err, "");
  EXPECT_THAT(testing::run_gnnir("data list", folder_.path()).out, HasSubstr("as downloaded: about 250,000"));
}

TEST_F(DownloadCommandLine, PrintsOneJsonObjectPerFile) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  const Json first = run("TOY --json" + from(server)).last_json();
  EXPECT_EQ(first["file"], "TOY.zip");
  EXPECT_EQ(first["path"], "data/TOY.zip");
  EXPECT_EQ(first["was_there"], false);
  EXPECT_EQ(first["bytes"], zip_.size());
  EXPECT_EQ(first["graphs"], 3);
  EXPECT_EQ(first["sha256"], read_file(data("TOY.zip.sha256")).substr(0, 64));
  EXPECT_EQ(run("TOY --json" + from(server)).last_json()["was_there"], true);
}

TEST_F(DownloadCommandLine, LeavesAloneWhatIsThere) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  folder_.write("data/TOY.zip", "mine");
  const Outcome there = run("TOY" + from(server));
  EXPECT_EQ(there.exit_code, 0);
  EXPECT_THAT(there.out, HasSubstr("data/TOY.zip is there already"));
  EXPECT_EQ(run("TOY --sha256 " + std::string(64, 'a') + from(server)).exit_code, 65);
  EXPECT_EQ(read_file(data("TOY.zip")), "mine");
  EXPECT_TRUE(server.asked().empty());
}

TEST_F(DownloadCommandLine, ExitCodesSayWhoseFaultItIs) {
  const HttpServer server([&](const HttpAsked& asked) {
    if (asked.path == "/PAGE.zip") return HttpReply{.body = "<html>"};
    if (asked.path == "/GONE.zip") return HttpReply{.status = 404};
    return reply_with_file(asked, zip_, "\"1\"");
  });
  const std::vector<std::pair<std::string, int>> cases = {{"", 2},
                                                          {"../TOY", 2},
                                                          {"CSL", 2},
                                                          {"TOY --sha256 12", 2},
                                                          {"TOY TOY-2 --sha256 " + std::string(64, 'a'), 2},
                                                          {"TOY --max-size lots", 2},
                                                          {"TOY --sha256 " + std::string(64, 'a'), 65},
                                                          {"MUTAG", 65},  // 3 graphs are not 188
                                                          {"PAGE", 65},
                                                          {"TOY --max-size 1K", 65},
                                                          {"GONE", 74}};
  for (const auto& [arguments, expected] : cases) {
    const Outcome outcome = run(arguments + from(server));
    EXPECT_EQ(outcome.exit_code, expected) << arguments << ": " << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("gnnir: ")) << arguments;
    EXPECT_TRUE(!fs::exists(folder_.path() / "data") || fs::is_empty(folder_.path() / "data")) << arguments;
  }
  EXPECT_EQ(run("TOY --data-dir data --url ftp://127.0.0.1/").exit_code, 2);
  folder_.write("file", "no folder");
  EXPECT_EQ(run("TOY --data-dir file --url " + server.url()).exit_code, 74);
}

TEST_F(DownloadCommandLine, GoesOnAfterAKill) {
  const HttpServer server([&](const HttpAsked& asked) { return half_then_all(asked); });
  const torture::Ending killed =
      torture::run(command(server), {.signals = {{0.5, SIGKILL}}, .clock_starts_with = data("TOY.zip.part.json")});
  EXPECT_EQ(killed.signal, SIGKILL);
  EXPECT_FALSE(fs::exists(data("TOY.zip")));
  const auto kept = fs::file_size(data("TOY.zip.part"));
  ASSERT_GT(kept, 0u);
  EXPECT_EQ(read_file(data("TOY.zip.part")), zip_.substr(0, kept));
  const Outcome outcome = run("TOY" + from(server));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("going on after"));
  EXPECT_EQ(read_file(data("TOY.zip")), zip_);
  EXPECT_EQ(server.asked().back().header("range"), fmt::format("bytes={}-", kept));
  EXPECT_FALSE(fs::exists(data("TOY.zip.part")));
}

TEST_F(DownloadCommandLine, KeepsThePartOnCtrlCAndSaysHowToGoOn) {
  const HttpServer server([&](const HttpAsked& asked) { return half_then_all(asked); });
  for (const auto& [signal, exit_code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    fs::remove_all(folder_.path() / "data");
    const torture::Ending stopped =
        torture::run(command(server), {.signals = {{0.5, signal}}, .clock_starts_with = data("TOY.zip.part.json")});
    EXPECT_EQ(stopped.exit_code, exit_code) << stopped.text();
    EXPECT_LT(stopped.seconds_after_signal, 3);
    EXPECT_THAT(stopped.err, AllOf(HasSubstr("TOY.zip.part"), HasSubstr("the same command goes on from there")));
    EXPECT_EQ(fs::file_size(data("TOY.zip.part")), zip_.size() / 2);
    EXPECT_EQ(run("TOY" + from(server)).exit_code, 0);
    EXPECT_EQ(read_file(data("TOY.zip")), zip_);
  }
}

TEST_F(DownloadCommandLine, KeepsWhatFitsOnAFullDiskAndGoesOnLater) {
  const HttpServer server([&](const HttpAsked& asked) { return reply_with_file(asked, zip_, "\"1\""); });
  torture::Command cramped = command(server);
  cramped.limits = {{RLIMIT_FSIZE, 50'000}};
  const torture::Ending ending = torture::run(cramped);
  EXPECT_EQ(ending.exit_code, 74) << ending.text();
  EXPECT_THAT(ending.err, AllOf(HasSubstr("writing failed"), HasSubstr("50000 bytes are kept")));
  EXPECT_FALSE(fs::exists(data("TOY.zip")));
  EXPECT_EQ(run("TOY" + from(server)).exit_code, 0);
  EXPECT_EQ(read_file(data("TOY.zip")), zip_);
  EXPECT_EQ(server.asked().back().header("range"), "bytes=50000-");
}

TEST_F(DownloadCommandLine, HelpHasExamples) {
  const Outcome help = run("--help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("--sha256"), HasSubstr("Examples")));
}

}  // namespace
}  // namespace gnnir
