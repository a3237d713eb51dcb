/**
 * How much a match counts (docs/rating.md, section 1): type × trust. Proposed, not measured, since no data set has these fields.
 * A weight scales the evidence, not the points: a match of weight 0.5 tells half as much.
 */

/** By competition: effort and line-ups vary more where less is at stake. */
export const competitionWeights = Object.freeze({ tournament: 1, league: 1, social: 0.7, training: 0.4 });

/** By trust tier: the chance that the record is right. */
export const trustWeights = Object.freeze({
  tournament_official: 1,
  player_confirmed: 1,
  partner_attested: 0.9,
  imported: 0.7,
});

/** The kind of competition that a match was played in. */
export type CompetitionType = keyof typeof competitionWeights;

/** How a match came to be known. */
export type TrustTier = keyof typeof trustWeights;

/**
 * The weight ω of a match.
 *
 * @param match its competition type, null counting as social, and its trust tier
 * @returns above 0, at most 1
 */
export function weightOf(match: {
  readonly competitionType: CompetitionType | null;
  readonly trustTier: TrustTier;
}): number {
  return competitionWeights[match.competitionType ?? 'social'] * trustWeights[match.trustTier];
}
