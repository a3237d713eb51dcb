/** The packages of a release, installed in an empty folder without a registry, and the examples with them. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { BandejaOperator } from '@bandeja/client';
import { feedCaughtUp } from '@bandeja/service/test/support/feed';
import { OPERATOR_TOKEN, useTestService } from '@bandeja/service/test/support/service';
import { Webhook } from 'standardwebhooks';

const root = resolve(import.meta.dirname, '..');
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const run = promisify(execFile);
const PIP = spawnSync('python3', ['-m', 'pip', '--version']).status === 0;

/** A program whose types are those of the package. */
const PROGRAM = `
import { Bandeja, BandejaError, type Api, type ReadOf } from '@bandeja/client';
const { BANDEJA_URL = '', BANDEJA_KEY = '' } = process.env;
const client = new Bandeja({ baseUrl: BANDEJA_URL, key: BANDEJA_KEY });
const newest: readonly Api.Match[] = (await client.matches.list({ limit: 1, status: 'completed' })).data;
const error: unknown = await client.players.get('nobody-at-all').catch((thrown: unknown) => thrown);
if (!(error instanceof BandejaError) || error.code !== 'player_not_found') throw error;
const statuses: Record<NonNullable<ReadOf<'GET /v1/matches'>['status']>, number> = { pending: 1, completed: 2, voided: 3 };
process.stdout.write(JSON.stringify([newest[0]?.participants.length, statuses]));
`;

const COMPILER_OPTIONS = {
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022'],
  strict: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

describe('the packages', () => {
  const service = useTestService({ listen: true, isOwn: true });
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  /** Runs a program in the folder. @returns what it printed on standard output */
  const runHere = async (file: string, ...args: readonly string[]): Promise<string> =>
    (await run(file, args, { cwd: folder, env: environment })).stdout;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bandeja-packages-'));
    const out = join(folder, 'packages');
    const packed = execFileSync(process.execPath, ['scripts/pack.ts', '--out', out], { cwd: root, encoding: 'utf8' });
    const { PATH } = process.env;
    environment = { PATH, HOME: folder, npm_config_cache: join(folder, '.npm') };
    const archives = packed
      .trim()
      .split('\n')
      .filter((path) => path.endsWith('.tgz'));
    await runHere('npm', 'install', '--offline', '--no-audit', '--no-fund', ...archives);
    const baseUrl = service().url ?? '';
    const { partners, keys } = new BandejaOperator({ baseUrl, operatorToken: OPERATOR_TOKEN });
    const { id } = await partners.create({ name: 'Club Norte', plan: 'pro' });
    const { key } = await keys.issue(id, { scopes: ['write:matches', 'read:players', 'write:players'] });
    environment = { ...environment, BANDEJA_URL: baseUrl, BANDEJA_KEY: key };
    for (const file of globSync('examples/{client/*.mjs,club-night.*}', { cwd: root })) {
      cpSync(join(root, file), join(folder, file.split('/').at(-1) ?? ''));
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('carry the version of the project', () => {
    for (const [name, file] of [
      ['@bandeja/client', 'packages/bandeja-client'],
      ['bandeja', 'packages/bandeja'],
    ]) {
      const manifest = JSON.parse(readFileSync(join(folder, 'node_modules', name ?? '', 'package.json'), 'utf8'));
      assert.deepEqual([manifest.name, manifest.version], [name, version]);
      assert.equal(globSync(`${file}-${version}.tgz`, { cwd: folder }).length, 1);
    }
  });

  it('contain no code of the service', () => {
    assert.deepEqual(readdirSync(join(folder, 'node_modules')).toSorted(), [
      '.bin',
      '.package-lock.json',
      '@bandeja',
      'bandeja',
    ]);
    assert.deepEqual(readdirSync(join(folder, 'node_modules/@bandeja')), ['client']);
    assert.deepEqual(readdirSync(join(folder, 'node_modules/bandeja')).toSorted(), [
      'LICENSE',
      'README.md',
      'dist',
      'locales',
      'package.json',
    ]);
    const libraries = readFileSync(join(folder, 'node_modules/bandeja/dist/LICENSES.txt'), 'utf8');
    assert.match(libraries, /^commander [\d.]+$/m);
    assert.doesNotMatch(libraries, /^(fastify|pg|pino) /m);
  });

  it('have an SBOM that lists the libraries in them', () => {
    const sbom = (file: string) => JSON.parse(readFileSync(join(folder, `packages/${file}.cdx.json`), 'utf8'));
    const listed: { name: string; version: string }[] = sbom(`bandeja-${version}.tgz`).components;
    const libraries = readFileSync(join(folder, 'node_modules/bandeja/dist/LICENSES.txt'), 'utf8');
    for (const library of ['commander', 'zod']) {
      const found = listed.find(({ name }) => name === library) ?? assert.fail(library);
      assert.ok(libraries.includes(`${library} ${found.version}\n`));
    }
    const { components, metadata } = sbom(`bandeja-client-${version}.tgz`);
    assert.deepEqual([metadata.component.name, components], ['@bandeja/client', []]);
  });

  it('install the command `bandeja`', async () => {
    assert.equal(await runHere('node_modules/.bin/bandeja', '--version'), `${version}\n`);
  });

  it('let the example submit a night', async () => {
    const printed = await runHere(process.execPath, 'submit-night.mjs');
    assert.match(printed, /^8 players registered, 0 were there\n14 of 14 matches are stored\n1\. /);
    const again = await runHere(process.execPath, 'submit-night.mjs');
    assert.match(again, /^0 players registered, 8 were there\n14 of 14 matches are stored\n1\. /);
    const listed = await runHere('node_modules/.bin/bandeja', 'matches', 'list', '--limit', '2');
    assert.match(listed, /tiago_m \/ lucia\.v/);
  });

  it('let the example mirror events', async () => {
    await feedCaughtUp(service().database);
    const mirror = spawn(process.execPath, ['mirror-events.mjs'], { cwd: folder, env: environment });
    try {
      let printed = '';
      for await (const chunk of mirror.stdout.setEncoding('utf8')) {
        printed += chunk;
        if (printed.split('\n').length > 14 * 4) break;
      }
      assert.match(printed, /^[\w.-]+: 1500 → \d+\n/);
    } finally {
      mirror.kill();
    }
  });

  it('let the example import a file', async () => {
    const csv = readFileSync(join(folder, 'club-night.csv'), 'utf8').replaceAll('club-norte-2025-10-17', 'copy');
    writeFileSync(join(folder, 'copy.csv'), csv.replace('lucia.v', 'nobody-at-all'));
    const printed = await runHere(process.execPath, 'import-file.mjs', 'copy.csv');
    assert.match(
      printed,
      /^copy-r1-c2: participant_not_eligible: .*\n13 created, 0 there before, 0 in conflict, 1 rejected\n$/,
    );
  });

  it('contain the types that the compiler checks a program with', async () => {
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['program.ts'] }),
    );
    await runHere(process.execPath, join(root, 'node_modules/typescript/bin/tsc'));
    assert.equal(await runHere(process.execPath, 'program.ts'), '[4,{"pending":1,"completed":2,"voided":3}]');
  });

  it('let pip install the wheel without a registry', { skip: PIP ? false : 'pip is not installed' }, async () => {
    const [wheel = ''] = globSync(`packages/bandeja-${version}-py3-none-any.whl`, { cwd: folder });
    await runHere('python3', '-m', 'pip', 'install', '--quiet', '--no-index', '--target', 'python', wheel);
    environment = { ...environment, PYTHONPATH: 'python' };
    const printed = await runHere('python3', '-c', 'import bandeja; print(bandeja.__version__, bandeja.__file__)');
    assert.equal(printed, `${version} ${join(folder, 'python/bandeja/__init__.py')}\n`);
  });

  it('let the example receive webhooks', async () => {
    const port = await freePort();
    const secret = `whsec_${Buffer.from('a secret of 24 bytes ok!').toString('base64')}`;
    const env = { ...environment, WEBHOOK_SECRET: secret, PORT: String(port) };
    const receiver = spawn(process.execPath, ['receive-webhooks.mjs'], { cwd: folder, env });
    try {
      const lines = receiver.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
      assert.match((await lines.next()).value, /^listening/);
      const body = JSON.stringify({ id: 'evt_1', type: 'match.completed', data: {} });
      const send = (signature: string, at: Date) =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          body,
          headers: {
            'webhook-id': 'evt_1',
            'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
            'webhook-signature': signature,
          },
        });
      const now = new Date();
      const signature = new Webhook(secret).sign('evt_1', now, body);
      const statuses = [await send(signature, now), await send(signature, now), await send('v1,AAAA', now)];
      assert.deepEqual(
        statuses.map(({ status }) => status),
        [204, 204, 400],
      );
      assert.equal((await lines.next()).value, 'match.completed evt_1\n');
    } finally {
      receiver.kill();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : assert.fail();
}
