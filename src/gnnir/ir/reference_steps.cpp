#include "gnnir/ir/reference_steps.h"

#include <ATen/Functions.h>

#include <tuple>

namespace gnnir {
namespace {

struct CopiedBranches : LayerSteps::BranchState {
  explicit CopiedBranches(Branches branches_) : branches(std::move(branches_)) {}
  Branches branches;
};

/// How many numbers of the maximum each branch gives; of equal ones the first branch does.
std::vector<std::int64_t> wins_of(const Branches& branches) {
  std::vector<std::int64_t> wins(static_cast<std::size_t>(branches.graphs.num_graphs()), 0);
  const std::int64_t slots = branches.row_of.size(0);
  const std::int64_t nodes = branches.row_of.size(1);
  if (nodes == 0 || slots == 0) return wins;
  const at::Tensor rows =
      branches.h.index_select(0, branches.row_of.flatten()).view({slots, nodes, branches.h.size(1)});
  at::Tensor best = rows[0].clone();
  at::Tensor winner = branches.row_of[0].unsqueeze(1).expand_as(best).clone();
  for (std::int64_t slot = 1; slot < slots; ++slot) {
    const at::Tensor better = rows[slot] > best;
    winner = at::where(better, branches.row_of[slot].unsqueeze(1), winner);
    best = at::maximum(best, rows[slot]);
  }
  const at::Tensor branch = branches.graphs.batch().index_select(0, winner.flatten()).contiguous();
  for (std::int64_t i = 0; i < branch.numel(); ++i)
    ++wins[static_cast<std::size_t>(branch.data_ptr<std::int64_t>()[i])];
  return wins;
}

class ReferenceSteps : public LayerSteps {
 public:
  ReferenceSteps(Individualizer individualizer, Refiner refiner, MergeKind kind, std::string why)
      : individualizer_(std::move(individualizer)), refiner_(std::move(refiner)), kind_(kind), why_(std::move(why)) {}

  [[nodiscard]] State individualize(const at::Tensor& h, const BatchTensors& graphs,
                                    const Choice& choice) const override {
    return std::make_unique<CopiedBranches>(individualizer_->forward(h, graphs, choice));
  }
  [[nodiscard]] State refine(State branches, const at::Tensor& e) const override {
    return std::make_unique<CopiedBranches>(refiner_->forward(unmerged(std::move(branches)), e));
  }
  [[nodiscard]] at::Tensor merge(State branches, std::vector<std::int64_t>* wins) const override {
    const Branches all = unmerged(std::move(branches));
    if (wins != nullptr && kind_ == MergeKind::max) *wins = wins_of(all);
    return gnnir::merge(all, kind_);
  }
  [[nodiscard]] Branches unmerged(State branches) const override {
    return std::move(static_cast<CopiedBranches&>(*branches).branches);
  }
  [[nodiscard]] EnginePart engine_part() const override {
    return {gnnir::unmerged(kind_) ? "individualize" : "individualize and merge", Engine::reference, why_};
  }

 private:
  // libtorch's forward passes are not const, though these change nothing.
  mutable Individualizer individualizer_;
  mutable Refiner refiner_;
  MergeKind kind_;
  std::string why_;
};

}  // namespace

std::unique_ptr<LayerSteps> make_reference_steps(Individualizer individualizer, Refiner refiner, MergeKind kind,
                                                 std::string why) {
  return std::make_unique<ReferenceSteps>(std::move(individualizer), std::move(refiner), kind, std::move(why));
}

at::Tensor merge(const Branches& branches, MergeKind kind) {
  const std::int64_t slots = branches.row_of.size(0);
  const std::int64_t nodes = branches.row_of.size(1);
  if (nodes == 0) return branches.h;  // nothing but empty graphs
  // [slots, nodes, d]; an absent branch repeats the first one, which a maximum does not notice.
  const at::Tensor side_by_side =
      branches.h.index_select(0, branches.row_of.flatten()).view({slots, nodes, branches.h.size(1)});
  if (kind == MergeKind::max) return std::get<0>(side_by_side.max(0));
  const at::Tensor present = branches.exists.unsqueeze(2).to(branches.h.scalar_type());
  const at::Tensor total = (side_by_side * present).sum(0);
  return kind == MergeKind::sum ? total : total / present.sum(0);
}

}  // namespace gnnir
