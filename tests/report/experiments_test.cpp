#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/report/paper_table.h"
#include "gnnir/settings/config.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

const fs::path experiments = fs::path(GNNIR_SOURCE_DIR) / "experiments";

bool is_our_own(const std::string& table) { return table == "EXACT" || table == "EXACT_ZINC" || table == "QM9_47K"; }

/// Of tables that are not the paper's, runs of their own have no number in it.
bool is_in_the_paper(const std::string& table, const std::string& run) {
  return !is_our_own(table) || (!run.empty() && !is_our_own(run.substr(0, run.find('/'))));
}

TEST(Experiments, EveryTableIsValid) {
  EXPECT_THAT(tables_in(experiments),
              ElementsAre("A1", "A2", "EXACT", "EXACT_ZINC", "QM9_47K", "T1", "T2", "T3", "T4", "T5", "T6"));
  for (const std::string& name : tables_in(experiments)) {
    const PaperTable table = read_paper_table(experiments, name);
    for (const TableRow& row : table.rows) {
      for (const TableCell& cell : row.cells)
        EXPECT_EQ(!cell.paper.empty(), is_in_the_paper(name, cell.run)) << name << " " << row.name;
    }
  }
}

TEST(Experiments, EveryConfigurationParsesAndIsOfItsColumnsDataSet) {
  for (const std::string& name : tables_in(experiments)) {
    std::set<std::string> named = {"table"};
    const PaperTable table = read_paper_table(experiments, name);
    for (const TableRow& row : table.rows) {
      for (const TableCell& cell : row.cells) {
        named.insert(cell.key());
        if (cell.run.empty()) continue;  // a model that gnnir does not have
        const fs::path file = experiments / (cell.run + ".toml");
        ASSERT_TRUE(fs::exists(file)) << name << " " << row.name;
        const RunConfig config = build_config({parse_config(read_file(file), file.string()), {}, file.string()});
        EXPECT_EQ(config.data.dataset, table.columns[cell.column].dataset) << file;
        EXPECT_EQ(config.train.seeds, 1) << file;
      }
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(experiments / name)) {
      EXPECT_EQ(named.count(entry.path().stem().string()), 1U) << entry.path() << " is in no row";
    }
  }
}

TEST(Experiments, EveryConfigurationSaysWhatItsProtocolOrADefaultWouldDecide) {
  for (const std::string& table : tables_in(experiments)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(experiments / table)) {
      if (entry.path().stem() == "table") continue;
      const std::string file = entry.path().string();
      const std::vector<Setting> said = parse_config(read_file(file), file);
      const auto says = [&](const std::string& path) {
        return std::any_of(said.begin(), said.end(), [&](const Setting& setting) { return setting.first == path; });
      };
      const RunConfig config = build_config({said, {}, file});
      const auto is_read = [&](const Setting& setting) {
        try {
          refuse_unread(config, {setting});
          return true;
        } catch (const Error&) {
          return false;
        }
      };
      for (const Setting& setting : protocol_of(config.data.dataset)) {
        if (setting.first.starts_with("data.") || !is_read(setting)) continue;  // folds may come from the column's file
        EXPECT_TRUE(says(setting.first)) << file << " leaves " << setting.first << " to the protocol";
      }
      EXPECT_TRUE(says("model.norm") || !is_read({"model.norm", "none"})) << file;
      const bool selects = config.model.ir.layers > 0 && config.model.architecture == "gnn-ir" &&
                           config.model.ir.selector != SelectorKind::random;
      EXPECT_TRUE(!selects || says("model.ties")) << file;
      EXPECT_TRUE(config.train.schedule != ScheduleKind::plateau || says("train.min_lr")) << file;
    }
  }
}

TEST(Experiments, EveryConfigurationHasThePapersHyperparameters) {
  struct Published {
    std::int64_t batch_size, hidden, epochs;
    double decay;
    ScheduleKind schedule;
    std::int64_t patience_or_step;
    std::string conv;
    std::int64_t layers, width;  ///< 0: many, each row of the table has its own
  };
  using enum ScheduleKind;
  const std::map<std::string, Published> published = {{"TRIANGLES", {60, 64, 300, 0.5, plateau, 15, "gin", 0, 0}},
                                                      {"CSL", {16, 64, 300, 0.5, plateau, 15, "gin", 0, 0}},
                                                      {"ZINC", {128, 75, 200, 0.5, plateau, 15, "pna", 2, 2}},
                                                      {"ALCHEMY", {128, 75, 200, 0.5, plateau, 15, "pna", 2, 4}},
                                                      {"QM9", {64, 64, 200, 0.7, plateau, 5, "nnconv", 2, 4}},
                                                      {"COLLAB", {64, 64, 200, 0.7, step, 50, "gin", 3, 4}},
                                                      {"IMDB-BINARY", {64, 64, 200, 0.7, step, 50, "gin", 3, 4}},
                                                      {"IMDB-MULTI", {64, 64, 200, 0.7, step, 50, "gin", 2, 2}},
                                                      {"NCI1", {64, 64, 150, 0.7, plateau, 15, "gin", 2, 4}},
                                                      {"PROTEINS", {64, 64, 150, 0.7, plateau, 15, "gin", 2, 4}},
                                                      {"MUTAG", {64, 64, 50, 0.7, plateau, 10, "gin", 2, 2}}};
  for (const std::string& table : tables_in(experiments)) {
    if (is_our_own(table)) continue;  // not of the paper
    for (const fs::directory_entry& entry : fs::directory_iterator(experiments / table)) {
      if (entry.path().stem() == "table") continue;
      const std::string file = entry.path().string();
      const std::string name = entry.path().stem().string();
      const RunConfig config = build_config({parse_config(read_file(file), file), {}, file});
      const Published& expected = published.at(config.data.dataset);
      EXPECT_EQ(config.train.batch_size, expected.batch_size) << file;
      EXPECT_EQ(config.model.gnn.hidden, expected.hidden) << file;
      EXPECT_EQ(config.train.epochs, expected.epochs) << file;
      EXPECT_EQ(config.train.lr, 0.001) << file;
      EXPECT_EQ(config.train.decay, expected.decay) << file;
      EXPECT_EQ(config.train.schedule, expected.schedule) << file;
      EXPECT_EQ(expected.schedule == plateau ? config.train.patience : config.train.decay_every,
                expected.patience_or_step)
          << file;
      EXPECT_EQ(config.model.gnn.steps, 3) << file;
      if (!name.ends_with("gnn_ir")) continue;
      EXPECT_EQ(config.model.gnn.conv, expected.conv) << file;
      EXPECT_EQ(config.model.ir.layers, expected.layers) << file;
      EXPECT_EQ(config.model.ir.width, expected.width) << file;
    }
  }
}

TEST(Experiments, ColumnsNameAsManyGraphsAsThePaperHas) {
  // The paper's table of hyperparameters; the 47k are those of qm9_47k.csv.
  const std::map<std::string, std::int64_t> published = {
      {"TRIANGLES", 45'000}, {"CSL", 150},        {"ZINC", 12'000},       {"ALCHEMY", 12'000},
      {"QM9", 130'831},      {"COLLAB", 5'000},   {"IMDB-BINARY", 1'000}, {"IMDB-MULTI", 1'500},
      {"NCI1", 4'110},       {"PROTEINS", 1'113}, {"MUTAG", 188},         {"qm9_47k", 47'447}};
  for (const std::string& name : tables_in(experiments)) {
    for (const TableColumn& column : read_paper_table(experiments, name).columns) {
      EXPECT_EQ(column.graphs, published.at(column.dataset)) << name;
    }
  }
}

TEST(Experiments, RunsThatTablesShareAreTrainedAlike) {
  for (const std::string& name : tables_in(experiments)) {
    const PaperTable table = read_paper_table(experiments, name);
    for (const TableRow& row : table.rows) {
      for (const TableCell& cell : row.cells) {
        const std::string owner = cell.run.substr(0, cell.run.find('/'));
        if (cell.run.empty() || owner == name) continue;
        const PaperTable other = read_paper_table(experiments, owner);
        bool found = false;
        for (const TableRow& its_row : other.rows) {
          for (const TableCell& its_cell : its_row.cells) {
            if (its_cell.run != cell.run) continue;
            found = true;
            const TableColumn& a = table.columns[cell.column];
            const TableColumn& b = other.columns[its_cell.column];
            EXPECT_EQ(std::tie(a.dataset, a.verb, a.split_file), std::tie(b.dataset, b.verb, b.split_file)) << cell.run;
          }
        }
        EXPECT_TRUE(found) << name << " names " << cell.run;
      }
    }
  }
}

}  // namespace
}  // namespace gnnir
