import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const root = resolve(import.meta.dirname, '../../..');
const JSON_FILE = resolve(root, 'examples/club-night.json');
const CSV_FILE = resolve(root, 'examples/club-night.csv');

interface Night {
  readonly players: readonly { readonly username: string }[];
  readonly matches: readonly NightMatch[];
}

interface NightMatch {
  readonly external_ref: string;
  readonly winning_team: 'A' | 'B';
  readonly participants: readonly {
    readonly username: string;
    readonly team: 'A' | 'B';
    readonly court_position: string;
  }[];
  readonly set_scores: readonly {
    readonly team_a_games: number;
    readonly team_b_games: number;
    readonly game_winners: readonly string[];
  }[];
}

const night: Night = JSON.parse(await readFile(JSON_FILE, 'utf8'));

/** How often each pair of players meets, by a rule that returns the meetings of a match. */
function meetings(pairsOf: (teamA: string[], teamB: string[]) => [string, string][]): number[] {
  const counts = new Map<string, number>();
  for (const { participants } of night.matches) {
    const team = (name: string) =>
      participants.filter((player) => player.team === name).map(({ username }) => username);
    for (const pair of pairsOf(team('A'), team('B'))) {
      const key = pair.toSorted().join(' ');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts.values()];
}

describe('The club night among the examples', () => {
  it('the files equal the output of their script', async () => {
    const script = resolve(root, 'scripts/club-night.ts');
    await promisify(execFile)(process.execPath, [script, '--check']);
  });

  it('everyone plays once with and twice against everyone else', () => {
    const teammates = meetings((a, b) => [a, b].map(([one = '', other = '']) => [one, other]));
    const opponents = meetings((a, b) => a.flatMap((one) => b.map((other): [string, string] => [one, other])));
    assert.deepEqual(teammates, Array(28).fill(1));
    assert.deepEqual(opponents, Array(28).fill(2));
    assert.deepEqual([night.players.length, night.matches.length], [8, 14]);
  });

  it('the scores are valid single sets with the order of games and the court sides', () => {
    for (const { external_ref, winning_team, participants, set_scores } of night.matches) {
      const [set] = set_scores;
      assert.ok(set !== undefined && set_scores.length === 1);
      const { team_a_games: a, team_b_games: b, game_winners } = set;
      const score = `${Math.max(a, b)}-${Math.min(a, b)}`;
      assert.match(score, /^(6-[0-4]|7-[56])$/, external_ref);
      assert.deepEqual([game_winners.length, game_winners.filter((winner) => winner === 'A').length], [a + b, a]);
      assert.deepEqual([game_winners.at(-1), winning_team], Array(2).fill(a > b ? 'A' : 'B'));
      assert.deepEqual(
        participants.map(({ court_position }) => court_position),
        ['left', 'right', 'left', 'right'],
      );
    }
    const tieBreaks = night.matches.filter(({ set_scores: [set] }) => (set?.game_winners.length ?? 0) === 13);
    assert.equal(tieBreaks.length, 1);
  });

  it('both files import the same matches under the same references', async (t) => {
    const service = await FakeService.start(t, real());
    const first = await runInside(['import', JSON_FILE, '--register', '--json'], { url: service.url });
    const second = await runInside(['import', CSV_FILE, '--register', '--json'], { url: service.url });
    const { created, players_registered } = JSON.parse(first.stdout);
    assert.deepEqual([created, players_registered], [14, 8]);
    // The CSV file knows neither the order of the games nor the sides: its rows are these matches with less content.
    const again = JSON.parse(second.stdout);
    assert.deepEqual([again.created, again.duplicates, again.conflicts], [0, 14, 0]);
    assert.equal((await service.players()).get('lucia.v')?.display_name, 'Lucía Valverde');
  });
});
