"""Makes statistics.json, against which the statistics of the laboratory are tested.

    pip install scipy==1.17.1
    python3 statistics.py > statistics.json

Each value is found here in another way than the program finds it: distributions and quantiles by scipy, the likeliest
distribution of the pentanomial test by a general optimiser in place of the secular equation.
"""

import json
import math

import numpy
from scipy import optimize, stats

EMPTY = 1e-3
SHARES = numpy.array([0.0, 0.25, 0.5, 0.75, 1.0])


def likeliest(counts, mean):
    """The likeliest distribution over the five classes with a mean, in logarithms, so that no class can fall below 0."""
    weights = numpy.where(numpy.array(counts) == 0, EMPTY, counts).astype(float)
    weights /= weights.sum()

    def dual(theta):
        # The dual of the likelihood under the mean: concave in theta, maximal where the mean is met.
        return -numpy.sum(weights * numpy.log1p(theta * (SHARES - mean)))

    low, high = -1 / (1 - mean), 1 / mean
    span = high - low
    found = optimize.minimize_scalar(
        dual, bounds=(low + 1e-13 * span, high - 1e-13 * span), method="bounded",
        options={"xatol": 1e-15, "maxiter": 5000},
    )
    return weights / (1 + found.x * (SHARES - mean))


def ratio(counts, lower, higher):
    weights = numpy.where(numpy.array(counts) == 0, EMPTY, counts).astype(float)
    return float(numpy.sum(weights * numpy.log(likeliest(counts, higher) / likeliest(counts, lower))))


def usual_approximation(counts, lower, higher):
    """The one that is not used: N (s1 - s0) (2 s - s0 - s1) / (2 var)."""
    weights = numpy.where(numpy.array(counts) == 0, EMPTY, counts).astype(float)
    n = weights.sum()
    mean = numpy.sum(weights * SHARES) / n
    variance = numpy.sum(weights * (SHARES - mean) ** 2) / n
    return float(n * (higher - lower) * (2 * mean - lower - higher) / (2 * variance))


COUNTS = [[0, 0, 50, 0, 0], [31, 140, 402, 181, 58], [10, 20, 40, 20, 10], [0, 5, 60, 30, 5], [100, 0, 0, 0, 100],
          [0, 0, 0, 0, 60], [1, 2, 3, 4, 90]]

DATA = [float(x) for x in numpy.random.default_rng(20130223).normal(0.3, 1.7, 40).round(3)]


def sequence(n, deviation, tuned, alpha):
    """Half the width of the confidence sequence, arXiv 2103.06476 (asymptotic), written anew from the paper."""
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / tuned
    return deviation * math.sqrt(2 * (n * rho2 + 1) / (n**2 * rho2) * math.log(math.sqrt(n * rho2 + 1) / alpha))


text = json.dumps(
    {
        "normal_below": [[x, stats.norm.cdf(x)] for x in (-6.0, -2.5, -0.3, 0.0, 1.0, 1.959963984540054, 4.0)],
        "student_below": [[x, f, stats.t.cdf(x, f)] for x in (-8.0, -1.3, 0.2, 2.5) for f in (1, 4, 59, 2000)],
        "student_quantile": [[c, f, stats.t.ppf(c, f)] for c in (0.6, 0.975, 0.9995) for f in (1, 4, 59, 2000)],
        "beta_share": [[x, a, b, stats.beta.cdf(x, a, b)] for x in (0.001, 0.2, 0.5, 0.93)
                       for a, b in ((0.5, 0.5), (2, 59), (40, 3), (500, 700))],
        "upper_bound": [[k, n, a, stats.beta.ppf(1 - a, k + 1, n - k)] for k, n in ((0, 60), (1, 60), (7, 48), (19, 4000))
                        for a in (0.025, 0.001)],
        "data": DATA,
        "student_interval": list(stats.t.interval(0.95, len(DATA) - 1, numpy.mean(DATA), stats.sem(DATA))),
        "student_p": float(stats.ttest_1samp(DATA, 0).pvalue),
        "bootstrap": list(stats.bootstrap((DATA,), numpy.mean, method="percentile", n_resamples=200_000,
                                          rng=numpy.random.default_rng(1)).confidence_interval),
        "sequence": [[n, d, t, a, sequence(n, d, t, a)] for n in (100, 240, 5000) for d, t in ((1.0, 240), (3.5, 1000))
                     for a in (0.05, 0.01)],
        "pentanomial": [{"counts": c, "lower": 0.5, "higher": h, "ratio": ratio(c, 0.5, h),
                         "usual_approximation": usual_approximation(c, 0.5, h)} for c in COUNTS for h in (0.53, 0.6)],
    },
    separators=(",", ":"), default=float,
)
print(text.replace("],[", "],\n[").replace("},{", "},\n{").replace(",\"", ",\n\""))
