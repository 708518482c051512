#include "gnnir/draw/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gnnir {
namespace {

/// 150000 and 0.25 as they are, 3e+09 short.
std::string words_of(double value) {
  const bool plain = std::abs(value) < 1e6 && std::abs(value) >= 1e-4;
  return value == 0 ? "0" : plain ? fmt::format("{:.6g}", value) : fmt::format("{:.3g}", value);
}

}  // namespace

Axis::Axis(const std::vector<double>& values, double from, double to, bool logarithmic)
    : from_(from), to_(to), logarithmic_(logarithmic) {
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  if (least > most) {
    least = logarithmic ? 1 : 0;
    most = logarithmic ? 10 : 1;
  }
  least_ = scaled(least);
  most_ = scaled(most);
  if (most_ - least_ <= 1e-12 * std::max(std::abs(least_), std::abs(most_))) {
    const double margin = logarithmic ? 0.5 : std::max(0.5, std::abs(least_) * 0.1);
    least_ -= margin;
    most_ += margin;
  }
}

double Axis::scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

double Axis::place(double value) const {
  // Halves, so that a span beyond the largest number is one still.
  return from_ + (to_ - from_) * ((scaled(value) / 2 - least_ / 2) / (most_ / 2 - least_ / 2));
}

std::vector<Axis::Tick> Axis::ticks(int about) const {
  const double raw = (most_ / 2 - least_ / 2) / std::max(1, about) * 2;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double share = raw / power;
  double step = power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
  if (logarithmic_) step = std::max(1.0, std::ceil(step));
  std::vector<Tick> ticks;
  for (double k = std::ceil(least_ / step - 1e-9); k * step <= most_ + 1e-9 * step && ticks.size() < 50; ++k) {
    const double value = logarithmic_ ? std::pow(10.0, k * step) : k * step;
    ticks.push_back({place(value), words_of(value)});
  }
  return ticks;
}

}  // namespace gnnir
