/** The rankings of a night. Club nights in points (americano) are ranked by points. */
export const rankings = ['wins', 'points', 'average'] as const;
export type Ranking = (typeof rankings)[number];
/** What a night can be set to. `auto` is one of {@link rankings}, by the matches that were played. */
export const rankSettings = ['auto', ...rankings] as const;
export type RankSetting = (typeof rankSettings)[number];
