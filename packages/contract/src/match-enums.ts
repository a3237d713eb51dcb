/** The enumerations of a match, in requests, responses and rows. */
export const teams = ['A', 'B'] as const;
export const courtPositions = ['left', 'right'] as const;
export const matchStatuses = ['pending', 'completed', 'voided'] as const;
export const trustTiers = ['partner_attested', 'tournament_official', 'imported', 'player_confirmed'] as const;
export const outcomes = ['played', 'retired', 'walkover'] as const;
export const competitionTypes = ['social', 'training', 'league', 'tournament'] as const;
export const scorings = ['games', 'points'] as const;

/** Fields that a batch, or the envelope of a file, may give once for all its matches. */
export const sessionFields = ['session_external_ref', 'venue_label', 'competition_type'] as const;

export type Team = (typeof teams)[number];
export type CourtPosition = (typeof courtPositions)[number];
export type MatchStatus = (typeof matchStatuses)[number];
export type TrustTier = (typeof trustTiers)[number];
export type Outcome = (typeof outcomes)[number];
export type CompetitionType = (typeof competitionTypes)[number];
export type Scoring = (typeof scorings)[number];
