import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createDemo } from '@bandeja/service/demo/demo';
import { OPERATOR_TOKEN, useTestService } from '@bandeja/service/test/support/service';
import { commands } from '../src/run.ts';
import { widthOf } from '../src/text-width.ts';
import { type CliRun, runInside } from './run-cli.ts';

const service = useTestService({ listen: true });
const COLUMNS = 80;

/** The command lines in the help of a command. */
async function examplesOf(name: string): Promise<readonly string[]> {
  const { stdout } = await runInside([...name.split(' '), '--help']);
  return [...stdout.matchAll(/^ {2}\$ bandeja (.*)$/gm)].map(([, line = '']) => line);
}

const argumentsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

/** The content of the examples' files. */
const participants = ['ines.carvalho', 'tiago_m', 'lucia.v', 'marcosroig'].map((username, place) => ({
  username,
  team: place < 2 ? 'A' : 'B',
}));
const match = {
  external_ref: 'file-1',
  played_at: '2026-05-01T19:10:00Z',
  winning_team: 'A',
  trust_tier: 'imported',
  participants,
};
const files: Readonly<Record<string, string>> = {
  'match.json': JSON.stringify(match),
  'round-1.json': JSON.stringify({ matches: [{ ...match, external_ref: 'file-2' }] }),
  'members.csv': 'username,display_name\nrita.costa,Rita Costa\n',
};

describe('The examples of the help work with the demo data', () => {
  let key = '';
  let directory = '';
  let matches: string[] = [];

  before(async () => {
    ({ key } = await createDemo(service().context));
    directory = await mkdtemp(join(tmpdir(), 'bandeja-demo-'));
    for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
    const list = JSON.parse((await bandeja(['matches', 'list', '--json'])).stdout);
    matches = list.data.map(({ id }: { id: string }) => id);
  });
  after(() => rm(directory, { recursive: true, force: true }));

  function bandeja(args: readonly string[]): Promise<CliRun> {
    return runInside(args, { url: service().url ?? '', key, operatorToken: OPERATOR_TOKEN, width: COLUMNS });
  }

  /** Ids and files in examples are placeholders. Each example gets its own match. */
  function filledIn(args: readonly string[]): string[] {
    const id = matches.pop() ?? '';
    return args.map((arg) =>
      /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(arg) ? id : /\.(json|csv|svg)$/.test(arg) ? join(directory, arg) : arg,
    );
  }

  const groups = ['matches', 'players', 'rosters', 'sessions', 'health'];
  const own = commands
    .flatMap((entry) => entry.commands)
    .filter(({ name }) => groups.includes(name.split(' ')[0] ?? ''));
  // What needs a code of another partner, or something that the demo does not have; and JSON for a file.
  const elsewhere = new Set([
    'rosters redeem',
    'rosters delete',
    'matches confirm',
    'matches links',
    'matches list',
    'players share',
    'players merge',
    'players export',
  ]);
  for (const { name } of own) {
    if (elsewhere.has(name)) continue;
    it(`bandeja ${name}`, async () => {
      for (const line of await examplesOf(name)) {
        const { exitCode, stdout, stderr } = await bandeja(filledIn(argumentsOf(line)));
        assert.equal(exitCode, 0, `${line}: ${stderr}`);
        const tooLong = stdout.split('\n').filter((text) => widthOf(text) > COLUMNS);
        assert.deepEqual(tooLong, [], line);
      }
    });
  }
});
