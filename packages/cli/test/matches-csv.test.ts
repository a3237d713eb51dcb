/** The CSV of `GET /v1/matches` is a file that `bandeja import` reads. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Api } from '@bandeja/client';
import { useTestService } from '@bandeja/service/test/support/service';
import { CommandClub } from './a-club.ts';
import { aFile } from './run-cli.ts';

const setsOf = (text: string): Api.SetScoreSubmission[] =>
  text.split(' ').map((set, index) => {
    const [team_a_games = 0, team_b_games = 0] = set.split('-').map(Number);
    return { set_number: index + 1, team_a_games, team_b_games };
  });

const service = useTestService({ listen: true });

it('matches that were downloaded as CSV are duplicates if they are imported again', async (t) => {
  const club = await CommandClub.start(service());
  const [a, b, c, d] = club.players;
  const played: readonly (Pick<Api.MatchSubmission, 'winning_team'> & Partial<Api.MatchSubmission>)[] = [
    { winning_team: 'A', set_scores: setsOf('6-4 3-6 10-8') },
    { winning_team: 'B', set_scores: setsOf('12-20'), scoring: 'points', venue_label: 'Pista "3", Norte' },
    { winning_team: 'A', set_scores: setsOf('6-2 2-1'), outcome: 'retired', duration_minutes: 42.5 },
    { winning_team: 'B', outcome: 'walkover', competition_type: 'league', session_external_ref: 'liga' },
  ];
  for (const [index, match] of played.entries())
    await club.client.matches.submit({
      external_ref: `ref-${index}`,
      played_at: `2026-05-0${index + 1}T19:10:00Z`,
      trust_tier: 'partner_attested',
      // Not team by team, as the columns are.
      participants: [a, c, b, d].map((username, place) => ({ username, team: place % 2 === 0 ? 'A' : 'B' })),
      ...match,
    });
  const csv = await club.client.request('GET', '/v1/matches', { accept: 'text/csv' });
  const file = await aFile(t, 'matches.csv', String(csv));
  const { exitCode, stdout, stderr } = await club.run(['import', file]);
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /created +0\n +duplicates +4\n +conflicts +0\n/);
});
