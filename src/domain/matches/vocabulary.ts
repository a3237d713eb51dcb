/** The closed lists of words that a match is described with. */

export const teams = ['A', 'B'] as const;
export const courtPositions = ['left', 'right'] as const;
export const matchStatuses = ['pending', 'completed', 'voided'] as const;
export const trustTiers = ['partner_attested', 'tournament_official', 'imported', 'player_confirmed'] as const;
export const outcomes = ['played', 'retired', 'walkover'] as const;
export const competitionTypes = ['social', 'training', 'league', 'tournament'] as const;
export const scorings = ['games', 'points'] as const;
