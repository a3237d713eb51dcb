/** The data of a flood: a partner with a large club, which attacks, and a stranger with a small one. */
import { inTurn, postRequest, runCount } from '../connections.ts';
import { printProgress } from '../figures.ts';
import { call, makePartners, ROSTER } from '../partners.ts';
import { createSequence } from '../sequence.ts';
import { BATCH, matchOf } from '../submissions.ts';

export interface Club {
  readonly key: string;
  readonly usernames: readonly string[];
}

export interface Field {
  readonly attacker: Club;
  readonly stranger: Club;
}

export const SESSION = 'the-longest-night';
/** The stranger's matches. */
const STRANGER_MATCHES = 100;
/** Of the attacker's players so many play, so that each has the 200 matches that an analysis reads. */
const ACTIVE = 400;
/** Of the attacker's matches so many have the longest scorelines there can be: a page of the audit trail. */
const LONG = 1_000;
const MINUTE_MS = 60_000;

/**
 * Fills the database of a service.
 * @param size how many members the attacker's roster has, and how many matches its session
 */
export async function fillField(url: string, size: number): Promise<Field> {
  const [attackerKey = ''] = await makePartners(url, 1);
  // The limit that is set for the attacker's plan must not refuse the stranger.
  const [strangerKey = ''] = await makePartners(url, 1, 'enterprise');
  printProgress(`${size} players and matches …`);
  const attacker = { key: attackerKey, usernames: await registerMembers(url, attackerKey, 'many', size) };
  const stranger = { key: strangerKey, usernames: await registerMembers(url, strangerKey, 'few', 40) };
  await submit(url, attacker, size, (match, index) => ({
    ...match,
    session_external_ref: SESSION,
    ...(index < LONG ? { set_scores: LONG_SCORELINE } : {}),
  }));
  await submit(url, stranger, STRANGER_MATCHES, (match) => ({ ...match, session_external_ref: 'a-night' }));
  return { attacker, stranger };
}

/** Registers public players on a roster. @returns their usernames */
async function registerMembers(url: string, key: string, name: string, count: number): Promise<string[]> {
  const usernames = Array.from({ length: count }, (_, index) => `${name}-${String(index).padStart(6, '0')}`);
  const next = inTurn(usernames);
  const request = () =>
    postRequest('/v1/players', key, { username: next(), profile_is_public: true, roster_slug: ROSTER });
  await call(url, key, `/v1/rosters/${ROSTER}`, {}, 'PUT');
  await runCount(url, request, 16, count);
  return usernames;
}

/** Fifteen sets with the order of their games; team A wins eight. */
const LONG_SCORELINE = Array.from({ length: 15 }, (_, index) => {
  const [a, b] = index % 2 === 0 ? [60, 40] : [40, 60];
  return {
    set_number: index + 1,
    team_a_games: a,
    team_b_games: b,
    game_winners: [...Array<string>(a).fill('A'), ...Array<string>(b).fill('B')],
  };
});

/** Submits matches in the order of play, a minute apart, the last of them an hour ago. */
async function submit(
  url: string,
  { key, usernames }: Club,
  count: number,
  change: (match: object, index: number) => object,
): Promise<void> {
  const random = createSequence(3);
  const active = usernames.slice(0, ACTIVE);
  const startedAt = Date.now() - (60 + count) * MINUTE_MS;
  const four = (): string[] => {
    const chosen = new Set<string>();
    while (chosen.size < 4) chosen.add(active[Math.floor(random() * active.length)] ?? '');
    return [...chosen];
  };
  for (let first = 0; first < count; first += BATCH) {
    const matches = Array.from({ length: Math.min(BATCH, count - first) }, (_, place) =>
      change(matchOf(four(), startedAt + (first + place) * MINUTE_MS), first + place),
    );
    const { summary } = await call<{ summary: { created: number } }>(url, key, '/v1/matches/batch', { matches });
    if (summary.created !== matches.length) throw new Error('a match of the field was refused');
  }
}
