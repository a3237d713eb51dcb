/** The enumerations of a night plan. */
export const planFormats = ['americano', 'mexicano', 'balanced', 'teams'] as const;
export const planStates = ['planned', 'open', 'closed'] as const;
export const roundStates = ['planned', 'open', 'played'] as const;
export const planChanges = [
  'opened',
  'players',
  'courts',
  'rounds',
  'rank_by',
  'by_hand',
  'closed',
  'settings',
] as const;
export const mexicanoPairings = ['1_4', '1_3'] as const;
export const linkResults = ['complete', 'await_confirmation'] as const;
/** Who entered a result: a key or a person of the partner, or a link. */
export const resultSources = ['key', 'link', 'person'] as const;
export const proofs = ['whist', 'search', 'by_hand'] as const;
export const concessions = ['avoid_pairs', 'rests', 'fixed_pairs'] as const;
/** The values of the constraints of the table `session_links`. */
export const linkRoles = ['view', 'score'] as const;
export const privatePlayers = ['hidden', 'first_name', 'display_name'] as const;

export type PlanFormat = (typeof planFormats)[number];
export type PlanState = (typeof planStates)[number];
export type RoundState = (typeof roundStates)[number];
export type MexicanoPairing = (typeof mexicanoPairings)[number];
export type LinkResults = (typeof linkResults)[number];
export type ResultSource = (typeof resultSources)[number];
export type LinkRole = (typeof linkRoles)[number];
export type PrivatePlayers = (typeof privatePlayers)[number];
