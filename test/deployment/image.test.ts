/** The container, tested without one: its files, run by a user that may write only to the volume. */

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fillDataDirectory } from '@bandeja/postgres/test/support/pglite';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';

const root = path.join(import.meta.dirname, '../..');
const dockerfile = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
const stages = dockerfile.split(/^(?=FROM )/m);
const stage = stages.at(-1) ?? '';
const instructions = (name: string, inStage = stage): string[] =>
  [...inStage.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map((match) => match[1] ?? '');

/** The copies of a stage from the checkout: sources and targets. */
const copiesOf = (inStage: string) =>
  instructions('COPY', inStage)
    .filter((line) => !line.startsWith('--from='))
    .map((line) => {
      const words = line.split(' ');
      return { sources: words.slice(0, -1), target: words.at(-1) ?? '' };
    });
const copies = copiesOf(stage);
/** The stages that lead to the built console. */
const consoleStages = stages.filter((one) => / AS (packages|console)$/m.test(one));

const folder = fs.mkdtempSync(path.join(tmpdir(), 'bandeja-image-'));
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Only root can switch to another user, and only another user is denied writes. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Copies as Docker does, without tests and the console as built here. */
function copyAll(app: string, all: typeof copies): void {
  const filter = (from: string): boolean => !/packages\/(\w+\/test|console\/dist)$/.test(from);
  for (const { sources, target } of all) {
    for (const source of sources) {
      const isFolder = fs.statSync(path.join(root, source)).isDirectory();
      const to = path.join(app, target, isFolder ? '' : path.basename(source));
      fs.cpSync(path.join(root, source), to, { recursive: true, filter });
    }
  }
}

function copyImage(app: string): void {
  copyAll(app, copies);
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--omit=optional', '--all', '--parseable'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  for (const packageFolder of listed.split('\n').filter((line) => line.includes('node_modules'))) {
    const to = path.join(app, path.relative(root, packageFolder));
    fs.mkdirSync(path.dirname(to), { recursive: true });
    if (!fs.existsSync(to)) fs.symlinkSync(packageFolder, to);
  }
}

describe('the container', { timeout: 300_000 }, () => {
  it('copies only files that exist and that .dockerignore does not exclude', () => {
    const ignored = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
    for (const source of stages.flatMap(copiesOf).flatMap(({ sources }) => sources)) {
      assert.ok(fs.existsSync(path.join(root, source)), source);
      const isIncluded = [source, source.split('/')[0]].some((one) => ignored.includes(`!${one}`));
      assert.ok(isIncluded, `${source} is left out by .dockerignore`);
    }
  });

  it('builds the console from what its stages copy', () => {
    const app = path.join(folder, 'console');
    copyAll(app, consoleStages.flatMap(copiesOf));
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(app, 'node_modules'));
    const [build = ''] = consoleStages.flatMap((one) => instructions('RUN node', one));
    execFileSync(process.execPath, build.split(' '), { cwd: app });
    assert.ok(fs.existsSync(path.join(app, 'packages/console/dist/night.html.br')));
  });

  it('runs as an unprivileged user, stops on SIGTERM, and keeps its data in a volume', () => {
    // Kubernetes refuses a name with `runAsNonRoot`.
    assert.deepEqual(instructions('USER'), ['1000']);
    assert.deepEqual(instructions('STOPSIGNAL'), ['SIGTERM']);
    assert.deepEqual(instructions('VOLUME'), ['/data']);
    assert.doesNotMatch(instructions('CMD').join(), /npm/);
  });

  it('has every file that the service and its health check need, and writes only to its volume', async () => {
    const app = path.join(folder, 'app');
    const data = path.join(folder, 'data');
    copyImage(app);
    await fillDataDirectory(data, MIGRATIONS_DIRECTORY);
    execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
    execFileSync('chmod', ['a+rx', folder]);
    if (other.uid !== undefined) execFileSync('chown', ['-R', `${other.uid}:${other.gid}`, data]);
    const [command = '[]'] = instructions('CMD');
    const [, ...args] = JSON.parse(command) as string[];
    const environment = { PORT: '0', DATA_DIR: data, DEMO: 'off', NODE_ENV: 'production', LOG_LEVEL: 'info' };
    // Optimizing WebAssembly would take longer than this short run.
    const child = spawn(process.execPath, ['--liftoff-only', ...args], { cwd: app, env: environment, ...other });
    running.add(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    const exited = once(child, 'exit');
    const address = /http:\/\/127\.0\.0\.1:(\d+)/;
    while (!address.test(printed) && child.exitCode === null) await pause(20);
    const [url = assert.fail(printed), port = ''] = address.exec(printed) ?? [];
    const [check = ''] = instructions('HEALTHCHECK');
    const [, ...checkArgs] = JSON.parse(check.slice(check.indexOf('['))) as string[];
    const exitOf = async (at: string): Promise<unknown> =>
      (
        await once(
          spawn(process.execPath, checkArgs, { cwd: app, env: { PORT: at }, ...other, stdio: 'ignore' }),
          'exit',
        )
      )[0];
    assert.equal(await exitOf(port), 0);
    // The pages of the documentation are files of the project.
    const pages = (await (await fetch(`${url}/llms.txt`)).text()).match(/\/docs[\w/.-]*/g) ?? [];
    assert.ok(pages.length > 20);
    for (const page of new Set([...pages, '/docs', '/docs/api', '/openapi.json', '/metrics'])) {
      assert.equal((await fetch(url + page)).status, 200, page);
    }
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null], printed);
    assert.equal(await exitOf(port), 1);
    // Writes outside the volume were denied, so this folder is missing.
    assert.ok(!fs.existsSync(path.join(app, 'node_modules/.cache')));
  });
});
