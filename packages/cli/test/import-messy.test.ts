/** Twelve files as clubs export them, each imported into a real service: every row accounted for, nobody merged, nothing dropped. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { scopes } from '@bandeja/contract/account-enums';
import { issueKey } from '@bandeja/service/keys/keys';
import { freshName, onEachEngine, type TestService, useTestService } from '@bandeja/service/test/support/service';
import { type MessyFile, messyFiles } from './messy/files.ts';
import { aFile, type CliRun, runCli, runInside } from './run-cli.ts';

/** A new club. */
interface Club {
  readonly url: string;
  readonly key: string;
  /** A word that no other club has. */
  readonly word: string;
  /** How many matches and people it has. */
  readonly has: () => Promise<{ readonly matches: number; readonly people: number }>;
}

async function aClub(service: TestService): Promise<Club> {
  const partner = await service.freshPartner();
  const { key } = await issueKey(service.context, partner.id, { scopes: [...scopes] });
  const count = async (path: string): Promise<number> => {
    const { body } = await partner.request<{ data: unknown[] }>('GET', `${path}?limit=100`);
    return body.data.length;
  };
  const has = async () => ({ matches: await count('/v1/matches'), people: await count('/v1/players') });
  return { url: service.url ?? '', key, word: freshName('club').replaceAll('-', ''), has };
}

/** The command line for a file; its files are in a directory of the test. */
async function commandFor(t: TestContext, file: MessyFile, club: Club): Promise<string[]> {
  const path = await aFile(t, file.name, file.bytes);
  const players = file.players === undefined ? [] : ['--players', join(path, '../players.csv')];
  if (file.players !== undefined) {
    await writeFile(join(path, '../players.csv'), file.players.replaceAll('CLUB', club.word));
  }
  return [
    'import',
    path,
    ...file.options,
    '--names',
    '--register',
    ...players,
    '--report',
    join(path, '../report.csv'),
  ];
}

const reportOf = async ([, path]: readonly string[]): Promise<string[]> =>
  (await readFile(join(path ?? '', '../report.csv'), 'utf8'))
    .trimEnd()
    .split(/\n(?=\d)/)
    .slice(1);

function summaryOf(run: CliRun): Record<string, unknown> {
  assert.notEqual(run.stdout, '', run.stderr);
  return JSON.parse(run.stdout);
}

/**
 * A proxy before the service. It kills the command: before its matches reach the service, or when the
 * service has stored them and the command does not know yet.
 */
async function killer(t: TestContext, url: string, when: 'before' | 'after', kill: () => void): Promise<string> {
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const isBatch = incoming.url === '/v1/matches/batch';
    if (isBatch && when === 'before') return void kill();
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '/', url), { method, headers }, (answer) => {
      if (isBatch) return void answer.resume().on('end', kill);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

onEachEngine((engine) => {
  const service = useTestService({ engine, listen: true });

  describe(`files of clubs on ${engine}`, () => {
    for (const [index, file] of messyFiles.entries()) {
      it(`${file.name}: ${file.what}`, async (t) => {
        const club = await aClub(service());
        const command = await commandFor(t, file, club);
        const { rows, created, rejected, people, problems = {} } = file;

        const summary = summaryOf(await runInside([...command, '--json'], club));
        assert.partialDeepStrictEqual(summary, { rows_read: rows, created, duplicates: 0, conflicts: 0, rejected });
        assert.deepEqual(
          Object.fromEntries(
            (summary['problems'] as { problem: string; rows: number }[]).map((one) => [one.problem, one.rows]),
          ),
          problems,
        );
        assert.equal((await reportOf(command)).length, rows);
        assert.deepEqual(await club.has(), { matches: created, people });

        const again = summaryOf(await runInside([...command, '--json'], club));
        assert.partialDeepStrictEqual(again, { created: 0, duplicates: created, rejected, players_registered: 0 });
        assert.deepEqual(await club.has(), { matches: created, people });

        // Every second file is killed before its matches are stored, the others right after.
        const other = await aClub(service());
        let kill = (_: NodeJS.Signals): void => {};
        const url = await killer(t, other.url, index % 2 === 0 ? 'before' : 'after', () => kill('SIGKILL'));
        const onStart = (signal: (name: NodeJS.Signals) => void): void => {
          kill = signal;
        };
        const itsCommand = await commandFor(t, file, other);
        assert.equal((await runCli(itsCommand, { url, key: other.key, onStart })).exitCode, null);
        const resumed = summaryOf(await runInside([...itsCommand, '--json'], other));
        assert.equal(Number(resumed['created']) + Number(resumed['duplicates']), created);
        assert.equal(Number(resumed['duplicates']) > 0, index % 2 === 1);
        assert.equal(resumed['rejected'], rejected);
        assert.deepEqual(await other.has(), { matches: created, people });
      });
    }

    it('a match between namesakes is rejected, and so are all rows of a name that two players of the club have', async (t) => {
      const club = await aClub(service());
      const rows = [
        'Fecha;Hora;Pareja 1;Pareja 2;Resultado',
        '20/01/2026;20:00;Antonio García / Lola Vidal;Pepe Oliva / Toni Serrat;6-4 6-3',
        '21/01/2026;20:00;ANTONIO GARCIA / Antonio García;Pepe Oliva / Toni Serrat;4-6 3-6',
        '22/01/2026;20:00;Lola Vidal / Rosa Mir;Pepe Oliva / Toni Serrat;6-2 6-2',
      ];
      const file = await aFile(t, 'homonimos.csv', rows.join('\n'));
      const run = await runInside(
        ['import', file, '--timezone', 'Europe/Madrid', '--names', '--register', '--json'],
        club,
      );
      assert.partialDeepStrictEqual(summaryOf(run), { rows_read: 3, created: 2, rejected: 1 });
      assert.deepEqual((summaryOf(run)['problems'] as { lines: number[] }[])[0]?.lines, [3]);
      assert.deepEqual(await club.has(), { matches: 2, people: 5 });
      const another = ['players', 'register', 'antonio.2', '--display-name', 'Antonio García', '--private'];
      await runInside(another, club);
      const known = await runInside(['import', file, '--timezone', 'Europe/Madrid', '--names', '--json'], club);
      assert.partialDeepStrictEqual(summaryOf(known), { duplicates: 1, rejected: 2 });
    });

    it('a month with the row numbers of the previous one is imported as new matches', async (t) => {
      const [may, june] = messyFiles;
      assert.ok(may && june);
      const club = await aClub(service());
      await runInside(await commandFor(t, may, club), club);
      const [, path = '', ...options] = await commandFor(t, june, club);
      const without = options.filter((option) => option !== '--ref-prefix' && option !== '2026-06-');
      const conflict = summaryOf(await runInside(['import', path, ...without, '--json'], club));
      assert.partialDeepStrictEqual(conflict, { rows_read: 3, created: 0, duplicates: 0, conflicts: 3, rejected: 0 });
      const apart = summaryOf(await runInside(['import', path, ...options, '--json'], club));
      assert.partialDeepStrictEqual(apart, { created: 3, conflicts: 0, players_registered: 0 });
      assert.deepEqual(await club.has(), { matches: 6, people: 4 });
    });
  });
});
