/** An import that stops after a batch and goes on stores the matches of an import that does not stop, for the same people. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Answers, type Decisions, Import, type KeptPlayers } from '@bandeja/importer';
import { useTestService } from '@bandeja/service/test/support/service';
import fc from 'fast-check';
import { inMemory } from '../src/import/local-file.ts';
import { CommandClub } from './a-club.ts';
import { aFile } from './run-cli.ts';

const ANSWERS: Partial<Answers> = { dates: 'ymd', timezone: 'Europe/Madrid', time: '' };
const DECISIONS: Decisions = {
  'Marta Gil (2)': { kind: 'new', username: 'marta.gil.2' },
  'Carlos Ruis': { kind: 'new', username: 'carlos.ruis' },
  'Javi Gil': { kind: 'new', username: 'javi.gil' },
};
const OPTIONS = { replaceVoided: false, onWarning: 'store', isPublic: false, roster: null } as const;
const BATCH_ROWS = 25;
const ROWS = 2 * BATCH_ROWS + 5;

/** @param players those of the first rows; the others have other people */
function clubFile(players: readonly string[]): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const day = String(1 + Math.floor(index / 10)).padStart(2, '0');
    return `2026-05-${day} ${10 + (index % 10)}:30;${players[index] ?? 'Luz Mar'};Ana Ruiz;Eva Sol;Rui Paz;6-4 6-3`;
  });
  return `Fecha;A1;A2;B1;B2;Resultado\n${rows.join('\n')}\n`;
}

const filled = (starts: readonly string[], rest: string): string[] =>
  Array.from({ length: ROWS }, (_, index) => starts[index] ?? (index < BATCH_ROWS ? 'Luz Mar' : rest));

type GoOn = 'console' | 'command' | 'players file';

/** Imports the file with a stop after each of these numbers of batches. */
async function importCut(t: TestContext, content: string, cuts: readonly number[], by: GoOn) {
  const club = await CommandClub.start(service());
  const importing = await Import.open(inMemory('liga.csv', content), { answers: ANSWERS });
  const kept: KeptPlayers = { kind: 'names', registers: true, decisions: DECISIONS };
  let id = '';
  const sent = new Set<number>();
  for (const cut of cuts) {
    const stopping = new AbortController();
    const found = await importing.players(club.client, kept);
    let batches = 0;
    for await (const event of importing.send(club.client, found, { ...OPTIONS, signal: stopping.signal }, kept)) {
      if (event.kind === 'opened') id = event.import.id;
      if (event.kind !== 'rows') continue;
      if (event.rows.some(({ own }) => !sent.has(own.row.line)) && ++batches === cut) stopping.abort();
      for (const { own } of event.rows) sent.add(own.row.line);
    }
  }
  if (by !== 'console') {
    const lines = ['name,username', 'Marta Gil (2),marta.gil.2', 'Carlos Ruis,carlos.ruis', 'Javi Gil,javi.gil'];
    const players = by === 'command' ? [] : ['--names', '--players', await aFile(t, 'players.csv', lines.join('\n'))];
    const { exitCode, stderr } = await club.run(['import', await aFile(t, 'liga.csv', content), ...players]);
    assert.equal(exitCode, 0, stderr);
  }
  const rows = await Array.fromAsync(club.client.imports.rows(id, { limit: 1000 }));
  const matches = new Map(
    (await Array.fromAsync(club.client.matches.list({ limit: 100 }))).map((one) => [one.id, one]),
  );
  const people = await Array.fromAsync(club.client.players.list({ limit: 100 }));
  const names = new Map(people.map((one) => [one.id, one.display_name]));
  // Other clubs have the usernames. A person is known by the first line.
  const first = new Map<string, number>();
  return {
    people: [...names.values()].filter((name) => !name.startsWith('player-')).toSorted(),
    rows: rows.map(({ line, state, match_id, problems }) => {
      const ids = matches.get(match_id ?? '')?.participants.map(({ profile_id }) => profile_id ?? '') ?? [];
      for (const one of ids) first.set(one, first.get(one) ?? line);
      return { line, state, problems, players: ids.map((one) => `${names.get(one)} of line ${first.get(one)}`) };
    }),
  };
}

const service = useTestService({ listen: true });

describe('an import that is stopped after a batch and goes on', () => {
  // The importer keeps all decisions alike, so one of them shows who may go on.
  for (const [title, ways, players] of [
    ['a decided namesake who is registered first', ['console'], filled(['Marta Gil (2)'], 'Marta Gil')],
    [
      'two namesakes who are registered before the stop',
      ['console', 'command', 'players file'],
      filled(['Marta Gil (2)', 'Marta Gil'], 'Marta Gil'),
    ],
    ['a similar name that is decided', ['console'], filled(['Carlos Ruis'], 'Carlos Ruiz')],
    ['a short form that is decided', ['console'], filled(['Javi Gil'], 'Javier Gil')],
  ] as const) {
    for (const by of ways) {
      it(`stores the same matches for the same people: ${title}, ${by}`, async (t) => {
        const content = clubFile(players);
        const whole = await importCut(t, content, [Number.POSITIVE_INFINITY], 'console');
        assert.deepEqual(
          whole.rows.filter(({ state }) => state !== 'created'),
          [],
        );
        const cuts = by === 'console' ? [1, 1, Number.POSITIVE_INFINITY] : [1];
        assert.deepEqual(await importCut(t, content, cuts, by), whole);
      });
    }
  }

  it('stores the same matches for the same people, whatever the order of the names', async (t) => {
    const aName = fc.constantFrom(
      ...['Marta Gil', 'Marta Gil (2)', 'Carlos Ruiz', 'Carlos Ruis', 'Javi Gil', 'Javier Gil', 'Luz Mar', 'M. Gil'],
    );
    const aColumn = fc.array(aName, { minLength: ROWS, maxLength: ROWS });
    const run = async (players: readonly string[], cut: number): Promise<void> => {
      const content = clubFile(players);
      const whole = await importCut(t, content, [Number.POSITIVE_INFINITY], 'console');
      assert.deepEqual(await importCut(t, content, [cut, Number.POSITIVE_INFINITY], 'console'), whole);
    };
    await fc.assert(fc.asyncProperty(aColumn, fc.constantFrom(1, 2), run), { numRuns: 2, endOnFailure: true });
  });
});
