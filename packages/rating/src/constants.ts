/**
 * The constants of the pair model (docs/rating.md, section 1). One set serves every pool.
 *
 * “Tuned” constants were fitted on real matches of four two-against-two sports together: padel, tennis, beach
 * volleyball and pickleball. By time, the first half was for fitting, the next fifth for choosing the model's form,
 * and the last three tenths for one final score.
 * “Flat” is the range in which the log loss barely changes, so tuning further gains nothing.
 * A change here changes every rating. It needs a new `MODEL_VERSION`, new golden numbers and a full replay.
 */

/** Stored with every rated match. It covers the formula, the constants below and the weights. */
export const MODEL_VERSION = 'pair-3';

/** Milliseconds in a day. Exact, because timestamps have no leap seconds. */
const DAY_MS = 86_400_000;

/** The constants, with their names in docs/rating.md. Skill is in logits, time in ms, score in points. */
export const MODEL = Object.freeze({
  /** Logit. Prior sd of a new player beside a new teammate. Tuned, 2.2 to 2.6 is flat; larger: first matches move more. */
  S_NEW: 2.4,
  /**
   * Logit. Prior sd of a new player beside a known teammate, because teammates are alike. Tuned. Inactivity never
   * raises an sd above it.
   */
  S_JOIN: 1.6,
  /** Logit² per day. Variance gained by inactivity, 0.015². Tuned; larger: the past is forgotten sooner. */
  DRIFT: 0.000225,
  /** Slope from skill gap to share of units. It fixes the latent scale so that padel's steepness is near 1. */
  MARGIN: 0.5,
  /** Over-dispersion of a match's units; 1: independent units. Tuned, 1 to 1.5 is flat; larger: the margin counts less. */
  PHI: 1.25,
  /** Weight of the win itself when there is a scoreline. 0.2 to 0.4 is flat; 0.3 was chosen so that winning counts. */
  W_WIN: 0.3,
  /** Weight of a win without a scoreline. Tuned with half of the scorelines hidden, 0.6 to 0.8 is flat. */
  W_WIN_ONLY: 0.7,
  /**
   * In sds. How far uncertainty lowers the strength that predicts, until the pool has learned its own penalty. 1.5 to 1.75
   * is flat. The score does not contain it.
   */
  K: 1.5,
  /** In sds. The smaller penalty of the strengths that a match is learned against. Tuned; using K costs 0.006 nats. */
  K_LEARN: 0.7,
  /** A new player beside a known teammate starts from this share of the teammate's mean. Tuned, with P_OPP. */
  P_TEAMMATE: 0.8,
  /** … and this share of the opponents' average mean. Tuned, with P_TEAMMATE. */
  P_OPP: 0.2,
  /** A new player beside a new teammate starts from this share of the opponents' average mean. Tuned. */
  P_OPP_NEW: 0.6,
  /**
   * Logit. Sd of a starting level, 300 points. Chosen on the four sports and on invented clubs: what people state is off
   * by about as much. Larger: it counts less.
   */
  S_STATED: 2.5,
  /**
   * Logit, 240 points. A starting level further than this from the placement counts as this far. It lifts no player above
   * this mean, and lowers none below its negative. Set, so that a false statement is gone after ten matches.
   */
  STATED_MAX: 2,
  /**
   * Logit⁻². Pair evidence: the precision of “players who choose each other are alike”. Tuned, 0.3 to 0.7 is flat;
   * larger: an uncertain player moves nearer to the teammate.
   */
  PAIR: 0.5,
  /**
   * The share of that evidence that reduces a player's variance; a pair's matches are not independent. Tuned, 0.15 to
   * 0.25 is flat; 1 costs 0.003 nats.
   */
  PAIR_SURE: 0.25,
  /** Logit. Pair evidence doesn't move players whose sd is at or below it. Set, not tuned; 0.32 would gain 0.0003 nats. */
  SETTLED: 0.5,
  /** π/8: how much uncertainty shrinks the gap in a prediction (the usual logistic–normal approximation). */
  LINK: 0.39269908169872414,
  /** Initial steepness of a pool: log odds per unit of the prediction gap. Padel ends at 1.18. */
  STEEP: 1,
  /** Learning rate of the steepness. 1/1000 to 1/200 is flat. */
  STEEP_RATE: 0.003,
  /** Lower limit of the steepness; the four sports end between 0.65 and 1.18. */
  STEEP_MIN: 0.4,
  /** Upper limit of the steepness. */
  STEEP_MAX: 2.5,
  /** Learning rate of a pool's penalty, which starts at K. 0.005 to 0.02 is flat. */
  K_RATE: 0.01,
  /** Lower limit of the penalty; the four sports end between 1.35 and 1.85. */
  K_MIN: 0,
  /** Upper limit of the penalty. */
  K_MAX: 4,
  /** Games in a standard match. */
  STD_GAMES: 20,
  /** Points in a standard match: 20 games of about 6 points. Reasoned; no data was available to tune it. */
  STD_POINTS: 120,
  /** Points of score per logit. Presentation only. */
  POINTS: 120,
  /** The score that a new player shows. Presentation only. */
  ZERO: 1500,
  /** The lowest score shown; the state itself is not clipped. */
  MIN: 0,
  /** The highest score shown; the state itself is not clipped. */
  MAX: 3000,
  DAY_MS,
});
