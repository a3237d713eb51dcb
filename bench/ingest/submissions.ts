/** Submissions as bytes: the client must not be what is measured. */
import type { Population } from '../seed/population.ts';

let counter = 0;

/** Four players of a population whom everybody may submit, by index: every fourth is private. */
function fourOf({ playerIds }: Population): string[] {
  const publicPlayers = Math.floor(playerIds.length / 4) * 3;
  const seed = Math.floor(Math.random() * publicPlayers);
  return [0, 1, 2, 3].map((step) => {
    const number = (seed + step * 7919) % publicPlayers;
    return playerIds[number + Math.floor(number / 3)] ?? '';
  });
}

/** A match that was just played. */
export function aSubmission(population: Population): object {
  counter += 1;
  return {
    external_ref: `bench-${process.pid}-${counter}`,
    played_at: new Date().toISOString(),
    winning_team: counter % 2 === 0 ? 'A' : 'B',
    trust_tier: 'partner_attested',
    participants: fourOf(population).map((id, slot) => ({ profile_id: id, team: slot < 2 ? 'A' : 'B' })),
    set_scores: [
      { set_number: 1, team_a_games: counter % 2 === 0 ? 6 : 4, team_b_games: counter % 2 === 0 ? 4 : 6 },
      { set_number: 2, team_a_games: counter % 2 === 0 ? 6 : 3, team_b_games: counter % 2 === 0 ? 3 : 6 },
    ],
  };
}
