// Networks without libtorch (infer/on_kernels) against the modules on the fused engine, whose numbers they promise.
#include <gtest/gtest.h>

#include "gnnir/infer/load.h"
#include "gnnir/models/torch_network.h"
#include "gnnir/models/weights.h"
#include "gnnir/record/safetensors.h"
#include "support/errors.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

template <typename E>
E any(Rng& rng) {
  return EnumNames<E>::table[rng.below(EnumNames<E>::table.size())].second;
}

/// Some model that the kernels have.
ModelOptions random_options(Rng& rng) {
  ModelOptions options;
  options.gnn.hidden = 2 * static_cast<std::int64_t>(1 + rng.below(10));
  options.gnn.steps = static_cast<std::int64_t>(1 + rng.below(3));
  if (rng.below(3) == 0) {
    options.architecture = "exact-ir";
    options.ir.layers = static_cast<std::int64_t>(rng.below(3));
    for (const OwnOption& option : model_entry("exact-ir").options) {
      if (rng.below(2) == 0) continue;
      if (option.type == OwnOption::Type::choice) {
        option.set(options.own, option.choices[rng.below(option.choices.size())], option.key);
      } else if (option.type == OwnOption::Type::yes_or_no) {
        option.set(options.own, rng.below(2) == 0 ? "true" : "false", option.key);
      }
    }
    return options;
  }
  options.gnn.conv = std::vector<std::string>{"gin", "gine", "pna", "nnconv"}[rng.below(4)];
  options.gnn.norm.kind = rng.below(2) == 0 ? NormKind::none : NormKind::graph;
  if (options.gnn.conv == "pna" && rng.below(2) == 0) options.gnn.own["towers"] = "2";
  if (options.gnn.conv == "nnconv" && rng.below(2) == 0) options.gnn.own["edge_channels"] = "3";
  options.ir.layers = static_cast<std::int64_t>(rng.below(4));
  options.ir.width = static_cast<std::int64_t>(1 + rng.below(5));
  options.ir.max_branches = 5 * 5 * 5;
  options.ir.selector = any<SelectorKind>(rng);
  options.ir.merge = any<MergeKind>(rng);
  options.ir.ties = any<TiePolicy>(rng);
  options.ir.psi_activation = any<PsiActivation>(rng);
  options.readout.kind = any<ReadoutKind>(rng);
  options.edge_variables = rng.below(3) == 0;
  if (rng.below(4) == 0) options.own["share_rows"] = "false";
  return options;
}

struct Question {
  Dataset dataset;
  EncodedFeatures features;
};

FeatureRows random_features(std::int64_t rows, std::int64_t categories, std::int64_t reals, Rng& rng) {
  FeatureRows features;
  for (std::int64_t r = 0; r < rows; ++r) {
    if (categories > 0) features.categories.push_back(static_cast<std::int64_t>(rng.below(2)));
    for (std::int64_t c = 0; c < reals; ++c) features.reals.push_back(static_cast<float>(rng.below(3)) - 1);
  }
  return features;
}

Question random_question(const ModelShape& shape, bool edges, Rng& rng) {
  Question question;
  const std::uint64_t graphs = 1 + rng.below(6);
  for (std::uint64_t i = 0; i < graphs; ++i) {
    question.dataset.examples.push_back(
        {.graph = testing::random_graph(static_cast<NodeId>(rng.below(12)), rng.uniform(), rng)});
  }
  question.dataset.examples.push_back({.graph = testing::rings(2, 3)});
  question.dataset.examples.push_back({.graph = testing::directed_graph(4, 5, rng)});
  for (const Example& example : question.dataset.examples) {
    const Graph& graph = example.graph;
    question.features.nodes.push_back(random_features(graph.num_nodes(), shape.num_categories, shape.num_reals, rng));
    if (edges) {
      question.features.edges.push_back(
          random_features(graph.num_edges(), shape.num_edge_categories, shape.num_edge_reals, rng));
    }
  }
  return question;
}

/// A model with random weights, and what its file would hold.
struct Pair {
  std::shared_ptr<const Network> module;
  StoredModel stored;
};

Pair random_pair(const ModelOptions& options, const ModelShape& shape, std::uint64_t seed) {
  const std::shared_ptr<Model> model = make_model(options, shape, {});
  initialize_weights(*model, seed);
  testing::shake(*model, Rng(seed, Purpose::test));
  model->eval();
  Safetensors file;
  store_tensors(tensors_of(*model), "", file);
  ModelHeader header;
  header.config.model = options;
  header.config.train.seed = seed;
  header.features = {.num_categories = shape.num_categories, .num_reals = shape.num_reals};
  header.edge_features = {.num_categories = shape.num_edge_categories, .num_reals = shape.num_edge_reals};
  header.targets.names = std::vector<std::string>(static_cast<std::size_t>(shape.outputs), "y");
  return {std::make_shared<const TorchNetwork>(model, options, header.shape(), Execution{}, seed),
          {header, std::make_shared<const Safetensors>(std::move(file)), "[model] test"}};
}

template <typename T>
double largest_difference(const std::vector<T>& a, const std::vector<T>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  double scale = 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    scale = std::max(scale, std::abs(static_cast<double>(b[i])));
    const double difference = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    if (!(difference <= largest)) largest = difference;
  }
  return largest / scale;
}

bool same_choices(const Trace& a, const Trace& b) {
  if (a.layers.size() != b.layers.size()) return false;
  for (std::size_t l = 0; l < a.layers.size(); ++l) {
    if (a.layers[l].choice.rows != b.layers[l].choice.rows) return false;
  }
  return true;
}

TEST(KernelsAlone, AgreeWithTheModulesOnRandomConfigurations) {
  Rng rng(71, Purpose::test);
  int compared = 0;
  int close_calls = 0;
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    const ModelOptions options = random_options(rng);
    const EdgeUse use = edge_use(options);
    const bool edges = use == EdgeUse::required || (use == EdgeUse::optional && rng.below(2) == 0);
    const ModelShape shape{.num_categories = static_cast<std::int64_t>(rng.below(2)) * 2,
                           .num_reals = 1 + static_cast<std::int64_t>(rng.below(2)),
                           .outputs = 2,
                           .num_edge_categories = edges ? 2 : 0,
                           .num_edge_reals = edges ? static_cast<std::int64_t>(rng.below(2)) : 0};
    const Question question = random_question(shape, edges, rng);
    const Pair pair = random_pair(options, shape, trial);
    const std::shared_ptr<const Network> alone = network_on_kernels(pair.stored);
    const std::vector<std::int64_t> graphs = all_graphs(question.dataset);
    const auto ask = [&](const Network& network, bool nodes) {
      return network.run({.dataset = question.dataset,
                          .features = question.features,
                          .graphs = graphs,
                          .graph_embeddings = true,
                          .node_embeddings = nodes,
                          .scores = true});
    };
    const NetworkOutput found = ask(*alone, true);
    const NetworkOutput expected = ask(*pair.module, true);
    if (!same_choices(found.trace, expected.trace)) {  // scores that differ in the last bits, among many equal nodes
      ++close_calls;
      continue;
    }
    ++compared;
    EXPECT_LE(largest_difference(found.outputs, expected.outputs), 1e-5);
    EXPECT_LE(largest_difference(found.graph_embeddings.values, expected.graph_embeddings.values), 1e-5);
    EXPECT_EQ(found.node_embeddings.columns, expected.node_embeddings.columns);
    EXPECT_LE(largest_difference(found.node_embeddings.values, expected.node_embeddings.values), 1e-5);
    EXPECT_EQ(found.trace.tree, expected.trace.tree);
    EXPECT_EQ(found.trace.order_never_matters_because, expected.trace.order_never_matters_because);
    for (std::size_t l = 0; l < found.trace.layers.size(); ++l) {
      EXPECT_EQ(found.trace.layers[l].graph_of_branch, expected.trace.layers[l].graph_of_branch);
      EXPECT_EQ(found.trace.layers[l].choice.cut_rows, expected.trace.layers[l].choice.cut_rows);
      EXPECT_EQ(found.trace.layers[l].wins.size(), expected.trace.layers[l].wins.size());
      EXPECT_LE(largest_difference(found.trace.layers[l].scores, expected.trace.layers[l].scores), 1e-5);
    }
    EXPECT_EQ(ask(*alone, false).outputs, found.outputs);  // what is wanted beside changes nothing
  }
  EXPECT_GE(compared, 290);
  EXPECT_LE(close_calls, 10);
}

TEST(KernelsAlone, DoWhatInterventionsAsk) {
  Rng rng(72, Purpose::test);
  for (const char* architecture : {"gnn-ir", "exact-ir"}) {
    ModelOptions options;
    options.architecture = architecture;
    options.gnn.hidden = 8;
    options.ir.layers = 1;
    const ModelShape shape{.num_reals = 1, .outputs = 2};
    Question question;
    question.dataset.examples.push_back({.graph = testing::random_graph(7, 0.4, rng)});
    question.features.nodes.push_back(random_features(7, 0, 1, rng));
    const Pair pair = random_pair(options, shape, 5);
    const std::shared_ptr<const Network> alone = network_on_kernels(pair.stored);
    ASSERT_TRUE(alone->takes_interventions());
    const std::vector<std::int64_t> graphs = {0};
    std::vector<Intervention> interventions(1);
    const auto ask = [&](const Network& network) {
      return network.run({.dataset = question.dataset,
                          .features = question.features,
                          .graphs = graphs,
                          .interventions = interventions});
    };
    const NetworkOutput as_it_is = ask(*alone);
    for (int kind = 0; kind < 3; ++kind) {
      interventions[0] = {};
      if (kind == 0) interventions[0].choices = {{{3}}};
      if (kind == 1) interventions[0].unmarked = true;
      if (kind == 2) interventions[0].branch_weights = {0, 1, 1, 0, 1, 1, 1};
      const NetworkOutput found = ask(*alone);
      EXPECT_LE(largest_difference(found.outputs, ask(*pair.module).outputs), 1e-5) << architecture << " " << kind;
      const bool heeded = kind == 1 || (kind == 0) == (options.architecture == "gnn-ir");
      if (heeded) EXPECT_GT(largest_difference(found.outputs, as_it_is.outputs), 1e-4) << architecture << " " << kind;
    }
  }
}

TEST(KernelsAlone, SayWhatTheyDoNotHave) {
  ModelOptions gat;
  gat.gnn.conv = "gat";
  EXPECT_EQ(lacks_kernels(gat), "no kernels for conv = gat, norm = none");
  ModelOptions batch;
  batch.gnn.norm.kind = NormKind::batch;
  EXPECT_EQ(lacks_kernels(batch), "no kernels for conv = gin, norm = batch");
  ModelOptions pooling;
  pooling.architecture = "top-k-pooling";
  EXPECT_EQ(lacks_kernels(pooling), "no kernels for architecture = top-k-pooling");
  const Pair pair = random_pair(gat, {.num_reals = 1}, 1);
  EXPECT_STREQ(testing::error_of([&] { network_on_kernels(pair.stored); }).what(),
               "[model] test: no kernels for conv = gat, norm = none; it needs libtorch");
}

TEST(KernelsAlone, RefuseTensorsThatAreNotTheModels) {
  const ModelOptions options;
  const Pair pair = random_pair(options, {.num_reals = 1}, 1);
  const auto complaint = [&](const std::function<void(Safetensors&)>& change) {
    auto file = std::make_shared<Safetensors>(*pair.stored.tensors);
    change(*file);
    return std::string(testing::error_of([&] {
                         network_on_kernels({pair.stored.header, file, "[model] test"});
                       }).what());
  };
  const auto named = [](Safetensors& file, const std::string& name) -> StoredTensor& {
    return *std::find_if(file.tensors.begin(), file.tensors.end(), [&](const auto& t) { return t.name == name; });
  };
  EXPECT_EQ(complaint([&](Safetensors& file) { named(file, "head.in.bias").name = "head.in.other"; }),
            "[model] test: tensor 'head.in.bias' is missing");
  EXPECT_EQ(complaint([&](Safetensors& file) {
              named(file, "head.in.bias").shape = {1, 64};
            }),
            "[model] test: tensor 'head.in.bias': expected F32 [64], found F32 [1, 64]");
  EXPECT_EQ(complaint([&](Safetensors& file) {
              file.tensors.push_back({"more", "F32", {1}, std::string(4, '\0')});
            }),
            "[model] test: tensor 'more' does not belong to the model");
  EXPECT_EQ(complaint([&](Safetensors& file) { named(file, "head.in.bias").bytes.assign(256, '\xff'); }),
            "[model] test: tensor 'head.in.bias' holds numbers that are not finite (NaN or infinite)");
}

}  // namespace
}  // namespace gnnir
