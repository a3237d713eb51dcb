/** The columns that every file of matches to predict has. */
export const neededColumns = ['match_id', 'played_at', 'a1', 'a2', 'b1', 'b2', 'winner', 'set_scores'] as const;
/** The columns that it may have. */
export const optionalColumns = ['unit', 'std', 'length', 'competition_type'] as const;
/** All columns that are read. */
export const columns = [...neededColumns, ...optionalColumns];
export type PredictColumn = (typeof columns)[number];

/** The four places of a match. */
export const playerColumns = ['a1', 'a2', 'b1', 'b2'] as const satisfies readonly PredictColumn[];
