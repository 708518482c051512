"""Keywords of the estimators. Written by python/write_settings.py from the table of settings: do not edit."""

from __future__ import annotations

from os import PathLike

PATHS: dict[str, str] = {
    "data_dir": "data.data_dir",
    "features": "data.features",
    "edge_features": "data.edge_features",
    "max_degree": "data.max_degree",
    "self_loops": "data.self_loops",
    "direction": "data.direction",
    "targets": "data.targets",
    "positive": "data.positive",
    "weight_column": "data.weight_column",
    "smiles_column": "data.smiles_column",
    "separator": "data.separator",
    "hydrogens": "data.hydrogens",
    "molecule_edges": "data.molecule_edges",
    "on_error": "data.on_error",
    "rejects": "data.rejects",
    "split": "data.split",
    "split_column": "data.split_column",
    "split_file": "data.split_file",
    "fold": "data.fold",
    "train_fraction": "data.train_fraction",
    "validation_fraction": "data.validation_fraction",
    "split_seed": "data.split_seed",
    "ir_layers": "model.ir_layers",
    "width": "model.width",
    "selector": "model.selector",
    "merge": "model.merge",
    "ties": "model.ties",
    "max_branches": "model.max_branches",
    "tie_tolerance": "model.tie_tolerance",
    "psi_activation": "model.psi_activation",
    "architecture": "model.architecture",
    "mark": "model.mark",
    "exchange": "model.exchange",
    "update": "model.update",
    "shared_weights": "model.shared_weights",
    "batch_norm": "model.batch_norm",
    "dropout": "model.dropout",
    "over_nodes": "model.over_nodes",
    "over_branches": "model.over_branches",
    "found": "model.found",
    "radius": "model.radius",
    "read_out": "model.read_out",
    "prune": "model.prune",
    "children": "model.children",
    "share_rows": "model.share_rows",
    "pool_ratio": "model.pool_ratio",
    "conv": "model.conv",
    "hidden": "model.hidden",
    "steps": "model.steps",
    "norm": "model.norm",
    "norm_epsilon": "model.norm_epsilon",
    "towers": "model.towers",
    "edge_channels": "model.edge_channels",
    "heads": "model.heads",
    "edge_variables": "model.edge_variables",
    "readout": "model.readout",
    "set2set_steps": "model.set2set_steps",
    "epochs": "train.epochs",
    "batch_size": "train.batch_size",
    "lr": "train.lr",
    "weight_decay": "train.weight_decay",
    "clip": "train.clip",
    "average": "train.average",
    "metric": "train.metric",
    "select_by": "train.select_by",
    "early_stop": "train.early_stop",
    "shards": "train.shards",
    "seed": "train.seed",
    "seeds": "train.seeds",
    "standardize_targets": "train.standardize_targets",
    "init": "train.init",
    "freeze": "train.freeze",
    "schedule": "train.schedule",
    "decay": "train.decay",
    "patience": "train.patience",
    "decay_every": "train.decay_every",
    "min_lr": "train.min_lr",
    "warmup": "train.warmup",
    "loss": "train.loss",
    "focal_gamma": "train.focal_gamma",
    "huber_delta": "train.huber_delta",
    "quantile": "train.quantile",
    "class_weights": "train.class_weights",
    "task_weights": "train.task_weights",
}
"""What each is called in the library."""


class Settings:
    """What an estimator is told. None leaves a setting open: what fits the graphs is chosen.

    data_dir: folder where named data sets are looked for (default: $GNNIR_DATA)
    features (auto, none, constant, degree, degree-scalar, labels, attributes, labels+attributes): node features;
        auto: labels and attributes where present, else degree
    edge_features (auto, none, constant, degree, degree-scalar, labels, attributes, labels+attributes): edge
        features, for models that look at edges; auto: labels and attributes where present
    max_degree: features = auto or degree: larger degrees count as this (0: the largest in the training graphs)
    self_loops (keep, drop): edges from a node to itself
    direction (undirected, directed): undirected: every edge counts both ways; directed: as in the file
    targets: column or key to learn; may be repeated (default: all that the format knows as targets)
    positive: of two answers the one that is asked for, whose probability, ROC and F1 are shown (default: the one
        that sounds least like no, else the larger)
    weight_column: column or key with what each graph counts for in the loss, numbers from 0 (default: all 1)
    smiles_column: CSV of molecules: the column with SMILES (default: smiles)
    separator (auto, comma, semicolon, tab, bar): CSV: what stands between fields
    hydrogens (implicit, explicit): molecules: hydrogen atoms as nodes or not
    molecule_edges (bonds, complete): molecules: an edge per bond, or per pair of atoms
    on_error (stop, skip): a graph that cannot be read: stop, or skip it and go on
    rejects: on_error = skip: file for skipped rows (default: DATA.rejects.csv)
    split (auto, random, stratified, scaffold, cluster, column, group, time, files): how graphs are divided; auto:
        by the split file or the data set's own parts, else stratified
    split_column: the column or key that split = column, group or time goes by
    split_file: published folds (.json), prefix of PREFIX_train.index, PREFIX_val.index, PREFIX_test.index, or a
        folder with train.txt, val.txt, test.txt
    fold: train with a split file: which of its folds, from 1
    train_fraction: train: share of graphs to train on
    validation_fraction: share of graphs that select the model (train: of all; cv: of the non-test graphs)
    split_seed: seed of splits and folds
    ir_layers: individualization-refinement layers; 0 is a plain GNN
    width: nodes individualized per layer and graph: a number, or all
    selector (gru, mlp, projection, random): who chooses them
    merge (max, sum, mean, tree, paths): how branches become one embedding again
    ties (index, random, cell): where the k-th place falls among equal nodes: lowest ids, a seeded draw, or all of
        them
    max_branches: most branches of a graph: ties = cell cuts a larger cell; merge = tree and width = all are refused
        beyond
    tie_tolerance: scores nearer than this, relative to the embeddings' length, are equal
    psi_activation (relu, none): what follows the MLP that individualizes a node
    architecture (exact-ir, gnn-ir, top-k-pooling): the model: all nodes individualized and nothing merged, the
        paper's, or one to compare with
    mark (distance, psi): architecture = exact-ir: every node is marked by its distance from the individualized one,
        or that one alone
    exchange (own, none, neighbours, both): architecture = exact-ir: what v hears from other branches: that of its
        own, those of u's neighbours, both
    update (residual, plain, gru): architecture = exact-ir: what becomes of a row in a step
    shared_weights: architecture = exact-ir: all steps have the same weights
    batch_norm: architecture = exact-ir: normalize behind each map of a step
    dropout: architecture = exact-ir: training: share of channels that a graph loses in what each step adds, drawn
        anew each time
    over_nodes (sum, mean): architecture = exact-ir: how the nodes of a branch become one vector
    over_branches (mean, sum): architecture = exact-ir: how branches become one vector
    found (any, relu, unit): architecture = exact-ir: what a branch adds: any numbers, numbers from 0, numbers from
        0 to 1
    radius (all, 0, 1, 2, 3): architecture = exact-ir: nodes of a branch that are read out: so many edges from the
        individualized one
    read_out (branches, pairs): architecture = exact-ir: what adds up to the graph's vector: a vector per branch, or
        per node of a branch
    prune (orbits, none): architecture = exact-ir: one branch for those that symmetries carry to each other, which
        changes no result; or a branch each
    children (needed, all): architecture = exact-ir: L > 1: a branch in which all nodes are told apart stands for
        its children, or has them all
    share_rows: architecture = exact-ir or gnn-ir: equal rows are computed once; changes no result
    pool_ratio: architecture = top-k-pooling: the share of nodes that is kept
    conv (gin, gine, pna, nnconv, sage, gat): the convolution
    hidden: channels of a node embedding
    steps: message-passing steps per refinement
    norm (none, graph, batch, layer): normalization before each ReLU of the convolution
    norm_epsilon: norm = graph: added to the variance
    towers: conv = pna: groups of channels that see only themselves
    edge_channels: conv = nnconv: width of the network on edges (0: as hidden)
    heads: conv = gat: attention heads
    edge_variables: edges have embeddings that are updated from their ends and read out
    readout (sum, mean, set2set): how nodes become a graph vector
    set2set_steps: readout = set2set: processing steps
    epochs: most passes over the training graphs
    batch_size: graphs per step
    lr: learning rate of Adam at the start
    weight_decay: L2 penalty on the weights
    clip: largest norm of the gradient (0: no clipping)
    average: validate and keep a running average of the weights; each step leaves this share of it, for example
        0.999 (0: the weights as they are)
    metric (auto, accuracy-or-mae, accuracy, balanced_accuracy, roc_auc, pr_auc, f1, f1_macro, mcc, log_loss, brier,
        ece, mae, rmse, r2, pearson, spearman, std_mae, log_mae, std_log_mae): what counts, for example
        balanced_accuracy: it picks the best epoch and stands first; auto: ROC AUC of two classes, accuracy of more
        (balanced where one is rare), MAE, of several targets in deviations
    select_by (metric, loss): validation figure that picks the best epoch: the metric, or the loss
    early_stop: stop after this many epochs without a better validation score (0: never)
    shards: pieces a batch is cut into (0: from the batch); results depend on it, never on the threads
    seed: seed of weights, shuffling and random choices
    seeds: trainings per split, with seeds counting up from the first; their models also answer together
    standardize_targets: regression: train on targets of mean 0 and deviation 1 over the training graphs
    init: model file or run folder to begin with: its weights, encodings and model settings (default: weights drawn
        from the seed)
    freeze (none, encoder): what of it does not learn: encoder is all but the head
    schedule (plateau, step, constant, cosine): when the learning rate decays: validation loss stalls, every few
        epochs, never, or with every step along a cosine down to the minimum
    decay: schedule = plateau or step: the learning rate is multiplied by this
    patience: schedule = plateau: epochs without a better validation loss
    decay_every: schedule = step: epochs
    min_lr: schedule = plateau or step or cosine: training stops when the learning rate falls below; cosine: what it
        falls to
    warmup: epochs, or a part of one, in which the learning rate first rises from 0, step by step
    loss (auto, cross-entropy, focal, l1, l2, huber, quantile): what training makes small; auto: cross-entropy of
        classes and yes/no questions, l1 of numbers
    focal_gamma: loss = focal: how much less counts what is right already, (1 - p)^gamma
    huber_delta: loss = huber: errors up to this count squared, in units of the target's deviation
    quantile: loss = quantile: which quantile is predicted, for example 0.9
    class_weights (none, balanced): what a graph's class counts for in the loss; balanced: all classes as much,
        however rare
    task_weights: several targets: what one counts for in the loss, NAME=WEIGHT; may be repeated (others: 1)
    folder: where the run is kept; None: nowhere
    resume: go on with the run that is in the folder, if there is one
    threads: None: all cores; results do not depend on it
    time: seconds, or "1h30m": end well within it
    max_memory: bytes; None: what the process could have
    engine: fused (None) or reference
    baseline: the plain GNN (L = 0) first, on the same graphs, for a quarter of the time
    match_parameters: that plain GNN as wide as gives it as many parameters
    checkpoint_every: also save within an epoch, every so many steps
    verbose: a line that says how far it is
    """

    def __init__(
        self,
        *,
        data_dir: str | None = None,
        features: str | None = None,
        edge_features: str | None = None,
        max_degree: int | None = None,
        self_loops: str | None = None,
        direction: str | None = None,
        targets: list[str] | None = None,
        positive: str | None = None,
        weight_column: str | None = None,
        smiles_column: str | None = None,
        separator: str | None = None,
        hydrogens: str | None = None,
        molecule_edges: str | None = None,
        on_error: str | None = None,
        rejects: str | None = None,
        split: str | None = None,
        split_column: str | None = None,
        split_file: str | None = None,
        fold: int | None = None,
        train_fraction: float | None = None,
        validation_fraction: float | None = None,
        split_seed: int | None = None,
        ir_layers: int | None = None,
        width: int | str | None = None,
        selector: str | None = None,
        merge: str | None = None,
        ties: str | None = None,
        max_branches: int | None = None,
        tie_tolerance: float | None = None,
        psi_activation: str | None = None,
        architecture: str | None = None,
        mark: str | None = None,
        exchange: str | None = None,
        update: str | None = None,
        shared_weights: bool | None = None,
        batch_norm: bool | None = None,
        dropout: float | None = None,
        over_nodes: str | None = None,
        over_branches: str | None = None,
        found: str | None = None,
        radius: str | None = None,
        read_out: str | None = None,
        prune: str | None = None,
        children: str | None = None,
        share_rows: bool | None = None,
        pool_ratio: float | None = None,
        conv: str | None = None,
        hidden: int | None = None,
        steps: int | None = None,
        norm: str | None = None,
        norm_epsilon: float | None = None,
        towers: int | None = None,
        edge_channels: int | None = None,
        heads: int | None = None,
        edge_variables: bool | None = None,
        readout: str | None = None,
        set2set_steps: int | None = None,
        epochs: int | None = None,
        batch_size: int | None = None,
        lr: float | None = None,
        weight_decay: float | None = None,
        clip: float | None = None,
        average: float | None = None,
        metric: str | None = None,
        select_by: str | None = None,
        early_stop: int | None = None,
        shards: int | None = None,
        seed: int | None = None,
        seeds: int | None = None,
        standardize_targets: bool | None = None,
        init: str | None = None,
        freeze: str | None = None,
        schedule: str | None = None,
        decay: float | None = None,
        patience: int | None = None,
        decay_every: int | None = None,
        min_lr: float | None = None,
        warmup: float | None = None,
        loss: str | None = None,
        focal_gamma: float | None = None,
        huber_delta: float | None = None,
        quantile: float | None = None,
        class_weights: str | None = None,
        task_weights: list[str] | None = None,
        folder: str | PathLike[str] | None = None,
        resume: bool = False,
        threads: int | None = None,
        time: float | str | None = None,
        max_memory: float | None = None,
        engine: str | None = None,
        baseline: bool = False,
        match_parameters: bool = False,
        checkpoint_every: int | None = None,
        verbose: bool = True,
    ) -> None:
        self.data_dir = data_dir
        self.features = features
        self.edge_features = edge_features
        self.max_degree = max_degree
        self.self_loops = self_loops
        self.direction = direction
        self.targets = targets
        self.positive = positive
        self.weight_column = weight_column
        self.smiles_column = smiles_column
        self.separator = separator
        self.hydrogens = hydrogens
        self.molecule_edges = molecule_edges
        self.on_error = on_error
        self.rejects = rejects
        self.split = split
        self.split_column = split_column
        self.split_file = split_file
        self.fold = fold
        self.train_fraction = train_fraction
        self.validation_fraction = validation_fraction
        self.split_seed = split_seed
        self.ir_layers = ir_layers
        self.width = width
        self.selector = selector
        self.merge = merge
        self.ties = ties
        self.max_branches = max_branches
        self.tie_tolerance = tie_tolerance
        self.psi_activation = psi_activation
        self.architecture = architecture
        self.mark = mark
        self.exchange = exchange
        self.update = update
        self.shared_weights = shared_weights
        self.batch_norm = batch_norm
        self.dropout = dropout
        self.over_nodes = over_nodes
        self.over_branches = over_branches
        self.found = found
        self.radius = radius
        self.read_out = read_out
        self.prune = prune
        self.children = children
        self.share_rows = share_rows
        self.pool_ratio = pool_ratio
        self.conv = conv
        self.hidden = hidden
        self.steps = steps
        self.norm = norm
        self.norm_epsilon = norm_epsilon
        self.towers = towers
        self.edge_channels = edge_channels
        self.heads = heads
        self.edge_variables = edge_variables
        self.readout = readout
        self.set2set_steps = set2set_steps
        self.epochs = epochs
        self.batch_size = batch_size
        self.lr = lr
        self.weight_decay = weight_decay
        self.clip = clip
        self.average = average
        self.metric = metric
        self.select_by = select_by
        self.early_stop = early_stop
        self.shards = shards
        self.seed = seed
        self.seeds = seeds
        self.standardize_targets = standardize_targets
        self.init = init
        self.freeze = freeze
        self.schedule = schedule
        self.decay = decay
        self.patience = patience
        self.decay_every = decay_every
        self.min_lr = min_lr
        self.warmup = warmup
        self.loss = loss
        self.focal_gamma = focal_gamma
        self.huber_delta = huber_delta
        self.quantile = quantile
        self.class_weights = class_weights
        self.task_weights = task_weights
        self.folder = folder
        self.resume = resume
        self.threads = threads
        self.time = time
        self.max_memory = max_memory
        self.engine = engine
        self.baseline = baseline
        self.match_parameters = match_parameters
        self.checkpoint_every = checkpoint_every
        self.verbose = verbose
