#include "gnnir/record/initial_model.h"

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/record/safetensors.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

class InitialModel : public ::testing::Test {
 protected:
  /// A model file without weights: only what it says of itself is read here.
  std::string write(const std::string& name, const RunConfig& config) {
    ModelHeader header{.config = config};
    header.features.kind = FeatureKind::constant;
    header.features.num_reals = 1;
    header.targets.names = {"no", "yes"};
    Safetensors file;
    write_model_header(header, ModelFileKind::model, file);
    folder_.write(name, encode_safetensors(file));
    return (folder_.path() / name).string();
  }
  TempFolder folder_;
};

TEST_F(InitialModel, BringsItsSettingsBelowWhatIsSaid) {
  RunConfig config;
  config.model.gnn.hidden = 24;
  config.model.ir.layers = 3;
  config.data.self_loops = SelfLoops::drop;
  config.train.lr = 0.5;
  const std::string file = write("m.safetensors", config);
  SaidSettings said;
  said.from_command_line = {{"train.init", file}, {"model.ir_layers", "1"}};
  const RunConfig begun = build_config(with_initial_model(said));
  EXPECT_EQ(begun.model.gnn.hidden, 24);
  EXPECT_EQ(begun.model.ir.layers, 1);
  EXPECT_EQ(begun.data.self_loops, SelfLoops::drop);
  EXPECT_EQ(begun.train.lr, TrainOptions().lr);  // how it was trained is its own affair
  EXPECT_EQ(begun.train.init, file);
}

TEST_F(InitialModel, IsFoundInItsRunFolder) {
  const std::string file = write("run/best.safetensors", {});
  EXPECT_EQ(initial_model_file(folder_.path() / "run"), file);
  EXPECT_EQ(initial_model_file(file), file);
  folder_.write("cv/config.toml", "");
  EXPECT_THAT(error_of([&] { initial_model_file(folder_.path() / "cv"); }).what(), HasSubstr("cv/fold_1"));
  const Error error = error_of([&] { initial_model_file(folder_.path() / "nowhere"); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_EQ(error.setting(), "train.init");
}

TEST_F(InitialModel, WithoutOneWhatIsSaidStaysAsItIs) {
  SaidSettings said;
  said.from_command_line = {{"train.lr", "0.1"}};
  EXPECT_TRUE(with_initial_model(said).from_file.empty());
}

TEST_F(InitialModel, ThatIsNoModelFileIsAnErrorOfTheFile) {
  folder_.write("bad.safetensors", "nonsense");
  SaidSettings said;
  said.from_command_line = {{"train.init", (folder_.path() / "bad.safetensors").string()}};
  EXPECT_EQ(error_of([&] { with_initial_model(said); }).kind(), ErrorKind::data);
}

}  // namespace
}  // namespace gnnir
