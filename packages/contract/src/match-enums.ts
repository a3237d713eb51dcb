/** The enumerations of a match, in requests, responses and rows. */
export const teams = ['A', 'B'] as const;
export const courtPositions = ['left', 'right'] as const;
export const matchStatuses = ['pending', 'completed', 'voided'] as const;
export const trustTiers = ['partner_attested', 'tournament_official', 'imported', 'player_confirmed'] as const;
export const outcomes = ['played', 'retired', 'walkover'] as const;
export const competitionTypes = ['social', 'training', 'league', 'tournament'] as const;
export const scorings = ['games', 'points'] as const;
/** What happens to an undisputed match once the deadline for its players has passed. */
export const confirmationThens = ['complete', 'void', 'stay'] as const;
export const confirmationStates = ['awaiting', 'disputed', 'expired', 'closed'] as const;
export const confirmationDeciders = ['players', 'deadline', 'partner'] as const;
export const answerValues = ['right', 'wrong'] as const;

/** Fields that a batch, or the envelope of a file, may give once for all its matches. */
export const sessionFields = ['session_external_ref', 'venue_label', 'competition_type'] as const;

export type Team = (typeof teams)[number];
export type CourtPosition = (typeof courtPositions)[number];
export type MatchStatus = (typeof matchStatuses)[number];
export type TrustTier = (typeof trustTiers)[number];
export type Outcome = (typeof outcomes)[number];
export type CompetitionType = (typeof competitionTypes)[number];
export type Scoring = (typeof scorings)[number];
export type ConfirmationThen = (typeof confirmationThens)[number];
export type ConfirmationState = (typeof confirmationStates)[number];
export type ConfirmationDecider = (typeof confirmationDeciders)[number];
export type AnswerValue = (typeof answerValues)[number];
