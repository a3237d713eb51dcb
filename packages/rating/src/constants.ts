/**
 * The constants of the pair model (docs/rating.md, section 1). One set serves every pool.
 *
 * “Tuned” means: fitted on the first half by time of four real two-against-two sports together (padel, tennis, beach
 * volleyball, pickleball), the form of the model chosen on the next fifth, and scored once on the last three tenths.
 * “Flat” names the range within which the log loss does not move noticeably: inside it, there is nothing to gain.
 * A change here changes every rating. It needs a new `MODEL_VERSION`, new golden numbers and a full replay.
 */

/** The version stored with every rated match: the formula, the constants below and the weights together. */
export const MODEL_VERSION = 'pair-2';

/** Milliseconds in a day: exact, since instants are counted without leap seconds. */
const DAY_MS = 86_400_000;

/** The constants under the names that the design gives them. Skill is in logits, time in ms, score in points. */
export const MODEL = Object.freeze({
  /** Logit. Prior sd of a new player beside a new teammate. Tuned, 2.2 to 2.6 is flat; larger: first matches move more. */
  S_NEW: 2.4,
  /**
   * Logit. Prior sd of a new player beside a known teammate, since teammates are alike (tuned); also the sd above which
   * time adds no more doubt.
   */
  S_JOIN: 1.6,
  /** Logit² per day. Variance gained without a match, 0.015². Tuned; larger: the past is forgotten sooner. */
  DRIFT: 0.000225,
  /** Slope from skill gap to share of units. Fixes the latent scale so that padel's steepness comes out near 1. */
  MARGIN: 0.5,
  /** Over-dispersion of the units of one match, 1 being independent units. Tuned, 1 to 1.5 is flat; larger: less margin. */
  PHI: 1.25,
  /** Weight of the bare win beside a scoreline. 0.2 to 0.4 is flat; 0.3 was chosen so that winning counts. */
  W_WIN: 0.3,
  /** Weight of the win without a scoreline. Tuned with half of the scorelines hidden, 0.6 to 0.8 is flat. */
  W_WIN_ONLY: 0.7,
  /** Sd. Strength = mean − K·sd: what is shown, and what predicts until the pool has its own penalty. 1.5 to 1.75 is flat. */
  K: 1.5,
  /** Sd. The smaller penalty of the expectation that a match is learnt against. Tuned; equal to K costs 0.006 nats. */
  K_LEARN: 0.7,
  /** A new player beside a known teammate starts from this share of the teammate's mean. Tuned, with P_OPP. */
  P_TEAMMATE: 0.8,
  /** … and this share of the opponents' average mean. Tuned, with P_TEAMMATE. */
  P_OPP: 0.2,
  /** A new player beside a new teammate starts from this share of the opponents' average mean. Tuned. */
  P_OPP_NEW: 0.6,
  /**
   * Logit⁻². Pair evidence: the precision of “players who choose each other are alike”. Tuned, 0.3 to 0.7 is flat;
   * larger: an unsure player moves nearer to the teammate.
   */
  PAIR: 0.5,
  /**
   * The share of that evidence that makes a player surer, since matches together are not independent. Tuned, 0.15 to
   * 0.25 is flat; 1 costs 0.003 nats.
   */
  PAIR_SURE: 0.25,
  /** Sd. At and below it pair evidence moves no player. Set, not tuned; 0.32 would gain 0.0003 nats. */
  SETTLED: 0.5,
  /** π/8: how much an unsure gap shrinks in a prediction, the usual logistic–normal approximation. */
  LINK: 0.39269908169872414,
  /** Steepness of a pool at its start: probability per unit of the prediction gap. Padel ends at 1.18. */
  STEEP: 1,
  /** Step of the steepness per match. 1/1000 to 1/200 is flat. */
  STEEP_RATE: 0.003,
  /** Lower limit of the steepness; the four sports end between 0.65 and 1.18. */
  STEEP_MIN: 0.4,
  /** Upper limit of the steepness. */
  STEEP_MAX: 2.5,
  /** Step per match of the penalty of a pool's predictions, which starts at K. 0.005 to 0.02 is flat. */
  K_RATE: 0.01,
  /** Lower limit of the penalty; the four sports end between 1.35 and 1.85. */
  K_MIN: 0,
  /** Upper limit of the penalty. */
  K_MAX: 4,
  /** Games in a standard match. */
  STD_GAMES: 20,
  /** Points in a standard match: 20 games of about 6 points. Reasoned, there was no data to tune it on. */
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

/** Logit. The strength that a player without matches shows, `−K·S_NEW`: 1500 points. */
export const SHOWN_NEW = 0 - MODEL.K * MODEL.S_NEW;
