/** The page of a player's link to a match in each of its states. */
import type { Api, Bandeja } from '@bandeja/client';
import type { ConsolePage } from './opening.ts';

const PLAYERS = ['ines.carvalho', 'tiago_m', 'lucia.v', 'marcosroig'];

/** A match that team A reported. */
export function submitReported(client: Bandeja, reference: string): Promise<Api.MatchWithWarnings> {
  return client.matches.submit({
    external_ref: reference,
    played_at: new Date(Date.now() - 3_600_000).toISOString(),
    winning_team: 'A',
    trust_tier: 'player_confirmed',
    participants: PLAYERS.map((username, slot) => ({ username, team: slot < 2 ? 'A' : 'B' })),
    set_scores: [
      { set_number: 1, team_a_games: 6, team_b_games: 4 },
      { set_number: 2, team_a_games: 7, team_b_games: 5 },
    ],
    venue_label: 'Club Norte',
    confirmation: { reported_by: 'A', deadline: new Date(Date.now() + 86_400_000).toISOString(), then: 'complete' },
  });
}

export async function confirmationPages(client: Bandeja): Promise<ConsolePage[]> {
  const { id } = await submitReported(client, 'confirmation-page');
  const { data } = await client.matches.createLinks(id, { players: [{ username: 'lucia.v' }] });
  const path = `/confirmation#${data[0]?.token}`;
  const page = { path, as: null, ready: '.answers' } as const;
  return [
    { ...page, name: 'confirmation' },
    {
      ...page,
      name: 'confirmation-wrong',
      act: (tab) => tab.getByRole('button', { name: 'Wrong', exact: true }).click(),
    },
    { name: 'confirmation-ended', path: '/confirmation#bdc_live_none', as: null, ready: '.empty' },
    { name: 'match-waiting', path: `/matches/${id}`, as: 'manager', ready: '.scoreboard' },
    { name: 'matches-disputed', path: '/matches?status=disputed', as: 'manager', ready: '.empty' },
  ];
}
