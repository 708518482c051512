#include "gnnir/record/paper_score.h"

namespace gnnir {

Json paper_scores_json(const std::vector<PaperScore>& scores) {
  Json list = Json::array();
  for (const PaperScore& one : scores) {
    Json json = {{"table", one.table}, {"row", one.row},       {"title", one.title},        {"part", one.part},
                 {"score", one.score}, {"number", one.number}, {"statistic", one.statistic}};
    if (one.value) json["value"] = *one.value;
    if (one.std) json["std"] = *one.std;
    list.push_back(std::move(json));
  }
  return list;
}

std::vector<PaperScore> paper_scores_from_json(const Json& json) {
  std::vector<PaperScore> scores;
  for (const Json& one : json) {
    PaperScore& score = scores.emplace_back();
    for (const auto& [key, text] : {std::pair{"table", &score.table},
                                    {"row", &score.row},
                                    {"title", &score.title},
                                    {"part", &score.part},
                                    {"score", &score.score},
                                    {"number", &score.number},
                                    {"statistic", &score.statistic}}) {
      *text = one.at(key).get<std::string>();
    }
    if (one.contains("value")) score.value = one["value"].get<double>();
    if (one.contains("std")) score.std = one["std"].get<double>();
  }
  return scores;
}

}  // namespace gnnir
