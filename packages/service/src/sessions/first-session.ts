import type { FirstSessionNote } from '@bandeja/contract/session-rows';
import { formatMessage } from '../messages/format.ts';
import type { Language } from '../messages/languages.ts';
import type { SessionMatchRow } from './store.ts';

/**
 * Whether a player had no rated match before this match of a session. Null if that is unknown, as for a match whose rating is not
 * stored yet.
 */
export function isFirstMatch(match: SessionMatchRow, playerId: string): boolean | null {
  if (match.played_before !== null) return !(match.played_before[match.player_ids.indexOf(playerId)] ?? true);
  const place = match.rated_player_ids?.indexOf(playerId) ?? -1;
  const played = place === -1 ? undefined : match.before?.[5 * place + 4];
  return played === undefined ? null : played === 0;
}

/** A note on where the first session placed a player. @param score after its last match */
export function firstSessionNote(matches: number, score: number, language: Language): FirstSessionNote {
  const code = 'first_session';
  return { code, ...formatMessage(language, `night.${code}`, { service_score: score, matches }) };
}
