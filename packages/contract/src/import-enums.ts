/** The enumerations of imports, in requests, responses and rows. The default of each option is its first value. */
export const importStates = ['open', 'closed'] as const;
export const rowStates = ['created', 'duplicate', 'conflict', 'voided', 'held', 'rejected'] as const;
/** Whether the match of a created row is as the row created it. */
export const rowNows = ['stored', 'changed', 'voided'] as const;
export const importReferences = ['given', 'derived'] as const;
export const onVoided = ['leave', 'replace'] as const;
export const onWarning = ['store', 'hold'] as const;
export const playerModes = ['either', 'existing', 'new'] as const;
export const importedPlayerStates = ['existing', 'new', 'registered', 'refused'] as const;

export type ImportState = (typeof importStates)[number];
export type RowState = (typeof rowStates)[number];
export type RowNow = (typeof rowNows)[number];
