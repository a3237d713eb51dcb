/** A club with players who are ranked, players who are placed, and players who stopped. */
import type { Bandeja } from '@bandeja/client';
import { matchOf } from './nights.ts';

export const RANKED = ['alba', 'bruno', 'celia', 'dario'] as const;
export const PLACED = ['elsa', 'fermin', 'gloria', 'hector'] as const;
export const INACTIVE = ['irene', 'jaime', 'karla', 'leon'] as const;

/** The player whose starting level was stated. */
export const STATED = 'elsa';

const DAY_MS = 86_400_000;

export const sessionOf = (players: readonly string[], daysAgo: number): string => `night-${players[0]}-${daysAgo}`;

/** Each placed player has two matches. */
export async function createRankedClub(client: Bandeja): Promise<void> {
  for (const username of [...RANKED, ...PLACED, ...INACTIVE]) {
    const displayName = `${username.charAt(0).toUpperCase()}${username.slice(1)} Club`;
    await client.players.register({
      username,
      display_name: displayName,
      profile_is_public: false,
      ...(username === STATED && { starting_level: { value: 3.5, source: 'coach' } }),
    });
  }
  const play = (players: readonly string[], order: readonly number[], daysAgo: number) =>
    client.matches.submit(
      matchOf(
        order.map((slot) => players[slot] ?? ''),
        {
          external_ref: `${players[0]}-${daysAgo}`,
          session_external_ref: sessionOf(players, daysAgo),
          played_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
        },
      ),
    );
  const TURNS = [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [0, 3, 1, 2],
  ] as const;
  // A dozen matches make the scores certain enough to rank.
  for (const [players, lastDaysAgo] of [
    [INACTIVE, 380],
    [RANKED, 16],
  ] as const)
    for (let turn = 12; turn > 0; turn -= 1) await play(players, TURNS[turn % 3] ?? TURNS[0], lastDaysAgo + turn);
  for (const daysAgo of [4, 3]) await play(RANKED, [2, 3, 0, 1], daysAgo);
  for (const daysAgo of [2, 1]) await play(PLACED, TURNS[0], daysAgo);
}
