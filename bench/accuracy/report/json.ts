/** The comparison for programs. */
import { MODEL_VERSION } from '@bandeja/rating';
import type { Facts } from './facts.ts';

/** One document; numbers that do not exist (the mean of an empty bin) are null. */
export function jsonOf({ judged, sets, demands, effort, isGenerated }: Facts): string {
  const document = {
    model_version: MODEL_VERSION,
    generated: isGenerated,
    effort,
    sets: sets.map(({ name, title, playerCount, matches, fitFrom, scoreFrom }) => ({
      name,
      title,
      players: playerCount,
      matches: matches.at.length,
      first: new Date(matches.at[0] ?? 0).toISOString(),
      fit_from: fitFrom,
      score_from: scoreFrom,
      last: new Date(matches.at.at(-1) ?? 0).toISOString(),
    })),
    models: judged,
    demands,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
