/** Problems with the values that a client needs to write its own sentence. */
import type { Fault } from '@bandeja/contract/errors/problem';
import type { ImportProblem } from '@bandeja/contract/import-rows';

/** The longest valid text that a participant is named by has 64 characters, and the longest instant fewer. */
const SENT_SHOWN_MAX = 128;

type Json = Readonly<Record<string, unknown>>;

/** @param sent the match or the player that the pointers are into */
export function problemsOf(faults: readonly Fault[], sent: unknown): ImportProblem[] {
  return faults.map(({ pointer = '', code, detail }) => ({
    pointer: storable(pointer),
    code,
    detail,
    values: valuesOf(code, pointer, sent),
  }));
}

/** What a sentence about the fault needs. */
function valuesOf(code: Fault['code'], pointer: string, sent: unknown): Json {
  const body = asObject(sent);
  const [, field, place] = pointer.split('/');
  if (field === 'participants' && place !== undefined) {
    const participant = entryAt(body['participants'], place);
    const name = participant['profile_id'] ?? participant['username'] ?? participant['player'];
    return typeof name === 'string' ? { sent: shown(name) } : {};
  }
  if (field === 'username') return typeof body['username'] === 'string' ? { sent: shown(body['username']) } : {};
  if (field === 'set_scores' && place !== undefined) return setValues(entryAt(body['set_scores'], place));
  if (code === 'score_contradicts_winner') return { winner_by_score: body['winning_team'] === 'A' ? 'B' : 'A' };
  if (field === 'played_at' && typeof body['played_at'] === 'string') return { played_at: shown(body['played_at']) };
  return {};
}

/** The numbers of a set. Values of other types are left out. */
export function setValues(set: object): Json {
  const { set_number, team_a_games, team_b_games } = set as Json;
  const numbers = Object.entries({ set_number, team_a_games, team_b_games });
  return Object.fromEntries(numbers.filter(([, number]) => Number.isFinite(number)));
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

const entryAt = (list: unknown, place: string): Json => asObject(Array.isArray(list) ? list[Number(place)] : null);

/** The start of a text, without what the database cannot store. */
export const shown = (text: string): string => storable(text.slice(0, SENT_SHOWN_MAX));

const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
