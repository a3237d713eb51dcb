/** `players export`, `players erase` and `erasures …` against the service itself. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import { aClub } from '@bandeja/service/test/support/club';
import { OPERATOR_TOKEN, useTestService } from '@bandeja/service/test/support/service';
import { aFile, runInside } from './run-cli.ts';

describe('The commands that export and erase a player', () => {
  const service = useTestService({ listen: true });

  async function aClubWithMatches() {
    const club = await aClub(service());
    for (let index = 0; index < 3; index += 1) await club.submit(club.match({ external_ref: `m${index}` }));
    const [own] = club.players as [Player, ...Player[]];
    const bandeja = (args: readonly string[], more: object = {}) =>
      runInside(args, {
        url: service().url ?? '',
        key: club.partner.token ?? '',
        operatorToken: OPERATOR_TOKEN,
        ...more,
      });
    return { club, own, bandeja };
  }

  it('bandeja players export writes one JSON document with every match', async () => {
    const { own, bandeja } = await aClubWithMatches();
    const { exitCode, stdout, stderr } = await bandeja(['players', 'export', own.username]);
    assert.equal(exitCode, 0, stderr);
    const { player, data, rosters, shares } = JSON.parse(stdout);
    assert.deepEqual([player.id, data.length, rosters, shares], [own.id, 3, [], []]);
  });

  it('bandeja players erase needs --yes without a terminal, and erases with it', async () => {
    const { club, own, bandeja } = await aClubWithMatches();
    const refused = await bandeja(['players', 'erase', own.username]);
    assert.deepEqual([refused.exitCode, /--yes/.test(refused.stderr)], [2, true]);
    assert.equal((await club.profile(own)).id, own.id);
    assert.equal((await bandeja(['players', 'erase', own.username, '--yes'])).exitCode, 0);
    assert.equal((await bandeja(['players', 'erase', own.username, '--yes'])).exitCode, 1);
    assert.equal((await bandeja(['players', 'export', own.username])).exitCode, 1);
  });

  it('bandeja erasures repeat erases all players of a list, even if some are erased already', async (t) => {
    const { club, own, bandeja } = await aClubWithMatches();
    const [, other] = club.players as [Player, Player, ...Player[]];
    await bandeja(['players', 'erase', own.username, '--yes']);
    const list = await bandeja(['erasures', 'list', '--limit', '1000', '--json']);
    const { data } = JSON.parse(list.stdout) as { data: { player_id: string }[] };
    const erased = data.find(({ player_id }) => player_id === own.id);
    assert.ok(erased !== undefined);
    const file = await aFile(
      t,
      'erasures.json',
      JSON.stringify({ data: [erased, { ...erased, player_id: other.id }] }),
    );
    const repeated = await bandeja(['erasures', 'repeat', file]);
    assert.equal(repeated.stdout, '1 player erased; 1 were already.\n');
    await club.partner.refusal('player_not_found', 'GET', `/v1/players/${other.username}`);
    assert.equal((await bandeja(['erasures', 'repeat', await aFile(t, 'other.json', '{"players": []}')])).exitCode, 2);
  });
});
