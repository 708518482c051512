"""Writes inputs and what scikit-learn makes of them to expected.json, or to the file that is named.

    /usr/bin/python3 tests/metrics/make_expected.py [FILE]

What scikit-learn has no function for (ECE, Brier's score of several classes, deviations) is written down in numpy.
A metric that has no value is not in the file.
"""

import json
import os
import sys

import numpy as np
from scipy.stats import pearsonr, spearmanr
from sklearn import metrics as sk


def floats(array):
    """As the program reads them: the shortest numbers that are the same 32 bits; NaN becomes null."""
    return [None if np.isnan(x) else float(str(x)) for x in np.asarray(array, dtype=np.float32).ravel()]


def softmax(logits):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def calibration_error(p, y, predicted):
    confidence = p[np.arange(len(y)), predicted]
    edges = np.linspace(0, 1, 16)
    error = 0.0
    for low, high in zip(edges[:-1], edges[1:]):
        chosen = (confidence > low) & (confidence <= high)
        if chosen.any():
            error += chosen.mean() * abs(confidence[chosen].mean() - (predicted == y)[chosen].mean())
    return error


def class_metrics(p, y, predicted):
    """p: [n, classes] probabilities, y: [n]."""
    count = p.shape[1]
    labels = np.arange(count)
    there = np.union1d(y, predicted)  # F1 of others is 0/0
    found = {
        "accuracy": sk.accuracy_score(y, predicted),
        "balanced_accuracy": sk.balanced_accuracy_score(y, predicted),
        "f1_macro": sk.f1_score(y, predicted, labels=there, average="macro"),
        "log_loss": sk.log_loss(y, p, labels=labels),
        "ece": calibration_error(p, y, predicted),
    }
    one_hot = (y[:, None] == labels).astype(float)
    if count == 2:
        found["brier"] = sk.brier_score_loss(y, p[:, 1], pos_label=1)
        if 1 in there:
            found["f1"] = sk.f1_score(y, predicted, pos_label=1)
    else:
        found["brier"] = np.mean(np.sum((p - one_hot) ** 2, axis=1))
        found["f1"] = found["f1_macro"]
    if len(np.unique(y)) > 1:
        against_rest = [c for c in (labels if count > 2 else [1]) if 0 < (y == c).sum() < len(y)]
        found["mcc"] = sk.matthews_corrcoef(y, predicted)
        found["roc_auc"] = np.mean([sk.roc_auc_score(y == c, p[:, c]) for c in against_rest])
        found["pr_auc"] = np.mean([sk.average_precision_score(y == c, p[:, c]) for c in against_rest])
    by_class = {int(c): sk.f1_score(y == c, predicted == c) for c in there}
    return found, by_class, sk.confusion_matrix(y, predicted, labels=labels).ravel().tolist()


def number_metrics(prediction, y):
    found = {"mae": sk.mean_absolute_error(y, prediction), "rmse": np.sqrt(sk.mean_squared_error(y, prediction))}
    if len(np.unique(y)) > 1:
        found["r2"] = sk.r2_score(y, prediction)
        if len(np.unique(prediction)) > 1:
            found["pearson"] = pearsonr(y, prediction)[0]
            found["spearman"] = spearmanr(y, prediction)[0]
    return found


def classes_case(name, logits, classes):
    logits = np.asarray(logits, dtype=np.float32)
    known = classes >= 0
    p = softmax(logits[known].astype(float))
    found, by_class, confusion = class_metrics(p, classes[known], p.argmax(axis=1))
    found.update({f"f1:c{c}": value for c, value in by_class.items()})
    return {"name": name, "task": "classes", "columns": logits.shape[1], "outputs": floats(logits),
            "labels": classes.tolist(), "scores": found, "confusion": [confusion]}


def mean_over(targets):
    """By metric, over the targets that have it."""
    names = sorted({name for found in targets for name in found})
    return {name: np.mean([found[name] for found in targets if name in found]) for name in names}


def per_target(targets, left_out=()):
    if len(targets) == 1:
        return targets[0]
    scores = mean_over(targets)
    for t, found in enumerate(targets):
        scores.update({f"{name}:t{t}": value for name, value in found.items() if name not in left_out})
    return scores


def answers_case(name, logits, answers):
    logits = np.asarray(logits, dtype=np.float32)
    targets, confusion = [], []
    for t in range(logits.shape[1]):
        known = ~np.isnan(answers[:, t])
        yes = 1 / (1 + np.exp(-logits[known, t].astype(float)))
        p = np.stack([1 - yes, yes], axis=1)
        found, _, matrix = class_metrics(p, answers[known, t].astype(int), (yes >= 0.5).astype(int))
        found.pop("f1_macro")
        targets.append(found)
        confusion.append(matrix)
    return {"name": name, "task": "answers", "columns": logits.shape[1], "outputs": floats(logits),
            "labels": floats(answers), "scores": per_target(targets), "confusion": confusion}


def targets_case(name, outputs, labels, mean, scale, deviation):
    outputs = np.asarray(outputs, dtype=np.float32)
    labels = np.asarray(labels, dtype=np.float32)
    columns = outputs.shape[1]
    targets = []
    for t in range(columns):
        known = ~np.isnan(labels[:, t])
        own = lambda x: x[known, t].astype(float) * scale[t] + mean[t]
        found = number_metrics(own(outputs), own(labels))
        if columns > 1:  # of one they would say nothing that its error does not
            if found["mae"] > 0:
                found["log_mae"] = np.log(found["mae"])
            found["std_mae"] = found["mae"] / deviation[t]
            found["std_log_mae"] = np.log(found["std_mae"])
        targets.append(found)
    scores = per_target(targets, ("log_mae", "std_log_mae"))
    return {"name": name, "task": "targets", "columns": columns, "outputs": floats(outputs), "labels": floats(labels),
            "mean": mean, "scale": scale, "deviation": deviation, "scores": scores}


def cases():
    rng = np.random.default_rng(0)
    for count in (2, 3, 7):
        for n in (1, 2, 5, 40, 150):
            y = rng.integers(0, count, n)
            logits = rng.normal(size=(n, count)) + 1.5 * np.eye(count)[y]
            yield classes_case(f"{count} classes, {n} graphs", logits, y)
    y = rng.integers(0, 3, 200)
    coarse = rng.normal(size=(200, 3))[15 * y + rng.integers(0, 30, 200)]  # equal rows, so that ties are exact
    yield classes_case("many ties", coarse, y)
    yield classes_case("labels that are missing", coarse, np.where(rng.random(200) < 0.3, -1, y))
    yield classes_case("a class that nobody has", rng.normal(size=(60, 4)), rng.integers(0, 3, 60))
    yield classes_case("rare positives", rng.normal(size=(250, 2)), (rng.random(250) < 0.02).astype(int))
    yield classes_case("one class only", rng.normal(size=(20, 2)), np.ones(20, dtype=int))
    yield classes_case("all predicted to be one", np.tile([1.0, 0.0], (30, 1)), rng.integers(0, 2, 30))
    sure = rng.integers(0, 2, 50)
    yield classes_case("all right and sure", 8.0 * np.eye(2)[sure], sure)
    yield classes_case("all wrong and sure", -8.0 * np.eye(2)[sure], sure)

    answers = (rng.random((80, 5)) < [0.5, 0.1, 0.9, 0.3, 0.5]).astype(float)
    answers[:, 4] = 1  # one answer only: no ranking
    logits = rng.normal(size=(80, 5)) + answers
    yield answers_case("five questions", logits, answers)
    yield answers_case("five questions, a third unanswered", logits, np.where(rng.random((80, 5)) < 0.33, np.nan, answers))
    yield answers_case("ties and halves", np.round(logits), answers)
    yield answers_case("one question", logits[:, :1], answers[:, :1])

    for n in (2, 3, 50, 200):
        y = rng.normal(size=(n, 1))
        yield targets_case(f"one target, {n} graphs", y + 0.4 * rng.normal(size=(n, 1)), y, [3.0], [2.5], [2.5])
    y = rng.normal(size=(90, 4))
    predicted = y + rng.normal(size=(90, 4)) * [0.1, 0.5, 1.0, 3.0]
    units = [[0.0, 10.0, -400.0, 1.0], [1.0, 2.5, 100.0, 0.125], [1.0, 2.5, 100.0, 0.125]]
    yield targets_case("four targets", predicted, y, *units)
    yield targets_case("four targets, not standardised", predicted, y, [0.0] * 4, [1.0] * 4, [0.5, 2.0, 8.0, 1.0])
    missing = np.where(rng.random((90, 4)) < 0.5, np.nan, y)
    yield targets_case("four targets, half of them missing", predicted, missing, *units)
    yield targets_case("ties", np.round(predicted), np.round(y), *units)
    same = y.copy()
    same[:, 2] = 1.0  # no variance to explain
    yield targets_case("a target that is the same for all", predicted, same, *units)
    yield targets_case("one graph", predicted[:1], y[:1], *units)
    yield targets_case("a constant prediction", np.full((30, 1), 0.5), rng.normal(size=(30, 1)), [0.0], [1.0], [1.0])


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    target = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "expected.json")
    with open(target, "w") as file:
        file.write("[\n")
        file.write(",\n".join(json.dumps(case, default=float) for case in cases()))
        file.write("\n]\n")


if __name__ == "__main__":
    main()
