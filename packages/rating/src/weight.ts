/**
 * How much a match counts (docs/rating.md, section 1): type × trust. The numbers are proposed, not measured: no data set
 * has these fields. A weight scales the evidence, not the points: a match of weight 0.5 is half the evidence.
 */

/** Effort and line-ups vary more where less is at stake. */
export const competitionWeights = Object.freeze({ tournament: 1, league: 1, social: 0.7, training: 0.4 });

/** The probability that the record is right. */
export const trustWeights = Object.freeze({
  tournament_official: 1,
  player_confirmed: 1,
  partner_attested: 0.9,
  imported: 0.7,
});

/** The kind of competition that a match was played in. */
export type CompetitionType = keyof typeof competitionWeights;

/** Where the record of a match comes from. */
export type TrustTier = keyof typeof trustWeights;

/**
 * The weight ω of a match.
 *
 * @param match a null competition type counts as social
 * @returns above 0, at most 1
 */
export function weightOf(match: {
  readonly competitionType: CompetitionType | null;
  readonly trustTier: TrustTier;
}): number {
  return competitionWeights[match.competitionType ?? 'social'] * trustWeights[match.trustTier];
}
