/** Every command and every answer that the README and the documentation show, on a service that was just started. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openMigratedDatabase } from '@bandeja/service/test/support/database';
import { startDocsService } from '@bandeja/service/test/support/demo-service';
import { until } from '@bandeja/service/test/support/until';
import { drawPictures } from '../../scripts/club-pictures.ts';
import { bundleCommand } from '../../scripts/command-bundle.ts';
import { type Block, blocksOf, matchesJson, matchesText } from './blocks.ts';
import { DocsShell, type ShellRun } from './shell.ts';

const root = resolve(import.meta.dirname, '../..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  'packages/client/README.md',
  'packages/python/README.md',
  ...globSync('docs/**/*.md', { cwd: root }).sort(),
];
const blocksOfPage = new Map(
  pages.map((page) => [page, blocksOf(page, readFileSync(join(root, page), 'utf8'))] as const),
);

/** Blocks that no test can run, since they install, need root, or would take minutes. */
const NOT_RUN_MAX = 13;

/** A page that needs one of these is skipped without it. */
const PROGRAMS = ['python3', 'php'];
const needs = (blocks: readonly Block[], program: string): boolean =>
  blocks.some(({ language, notRun, code }) => language === 'sh' && !notRun && code.includes(`${program} `));
const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** What reaches out of the shell's own directory. */
const OUTSIDE = /\b(sudo|systemctl|docker)\b|\s\/(opt|var|etc|usr|tmp)\//;

describe('every example of the documentation', { concurrency: 3 }, () => {
  /** The command as its package has it. */
  const command = mkdtempSync(join(tmpdir(), 'bandeja-command-'));
  before(async () => {
    await bundleCommand(join(command, 'dist'));
    cpSync(join(import.meta.dirname, '../../packages/messages/locales'), join(command, 'locales'), { recursive: true });
    chmodSync(join(command, 'dist/main.js'), 0o755);
    writeFileSync(join(command, 'package.json'), '{ "type": "module" }');
  });
  after(() => rmSync(command, { recursive: true }));

  for (const [page, blocks] of blocksOfPage) {
    if (!blocks.some((block) => block.language === 'sh' && !block.notRun)) continue;
    const missing = PROGRAMS.filter((program) => needs(blocks, program) && !isInstalled(program)).join(', ');
    const skip = missing === '' ? false : `not installed: ${missing}`;
    it(`${page}: commands run, and answer as shown`, { skip }, async () => {
      const service = await startDocsService({ demo: !blocks.some(({ withoutDemo }) => withoutDemo) });
      const shell = await DocsShell.open(service, join(command, 'dist/main.js'));
      const kept: [Block, () => Promise<string>][] = [];
      try {
        for (const block of blocks) {
          if (block.fileName !== null) await shell.write(block.fileName, block.code);
          if (block.language !== 'sh' || block.notRun) continue;
          assert.doesNotMatch(block.code, OUTSIDE, `${block.file}:${block.line} must be marked as not run`);
          // Open transactions of other tests on the same server hold events up.
          if (block.code.includes('/v1/events')) await service.feedCaughtUp();
          if (block.keepsRunning) kept.push([block, await shell.start(block.code)]);
          else checkRun(block, await shell.run(block.code));
        }
        for (const [block, printed] of kept) await checkPrinted(block, printed);
      } finally {
        await shell.close();
        await service.stop();
      }
    });
  }

  it('the figures of accuracy in the README are those of their page', () => {
    const rows = readFileSync(join(root, 'README.md'), 'utf8').match(
      /^\| (?:\*\*Bandeja\*\*|Glicko-2|TrueSkill|Elo) .*$/gm,
    );
    const page = readFileSync(join(root, 'docs/accuracy.md'), 'utf8').split('\n');
    assert.equal(rows?.length, 4);
    for (const row of rows) assert.ok(page.includes(row), row);
  });

  it('JSON that is shown can be read', () => {
    for (const block of [...blocksOfPage.values()].flat()) {
      if (block.language === 'json') assert.doesNotThrow(() => JSON.parse(block.code), `${block.file}:${block.line}`);
    }
  });

  it('commands are marked as such, and few are not run', () => {
    const all = [...blocksOfPage.values()].flat();
    const untagged = all.filter(({ language, code }) => language === '' && /^(curl|npm|bandeja|node) /m.test(code));
    assert.deepEqual(
      untagged.filter(({ notRun }) => !notRun).map(({ file, line }) => `${file}:${line}`),
      [],
    );
    // Runbooks and the pages for operators are about installed servers: their commands were run by hand.
    const notRun = all.filter(({ notRun, file }) => notRun && !/^docs\/(runbooks|operations)\//.test(file));
    assert.ok(notRun.length <= NOT_RUN_MAX, `${notRun.length} blocks are not run`);
  });
});

describe('the pictures of the documentation', () => {
  it('are what the service draws', async () => {
    const database = await openMigratedDatabase('postgres');
    try {
      for (const [path, svg] of await drawPictures(database)) {
        assert.equal(readFileSync(join(root, path), 'utf8'), svg, `${path} is out of date: run npm run generate`);
      }
    } finally {
      await database.close();
    }
  });
});

/** Waits until a block that keeps running has printed what is shown. */
async function checkPrinted({ file, line, shown }: Block, printed: () => Promise<string>): Promise<void> {
  if (shown === null) return;
  await until(async () => matchesText(shown.text, await printed()), `${file}:${line} to print ${shown.text}`).catch(
    async (error: Error) => assert.fail(`${error.message}\nis:\n${await printed()}`),
  );
}

/** What a command prints while it works, if that takes long enough. */
const PROGRESS = /^[\d,]+ of [\d,]+ rows \(\d+%\), .*\n/gm;

function checkRun({ file, line, exitCodes, shown, code }: Block, run: ShellRun): void {
  const where = `${file}:${line}\n${code}`;
  const output = `${run.stdout}${run.stderr}`.replaceAll(PROGRESS, '');
  assert.ok(exitCodes.includes(run.exitCode), `${where}\nended with ${run.exitCode}:\n${output}`);
  if (shown === null) {
    assert.doesNotMatch(run.stdout, /^\{"type":"\/docs\/errors#/, where);
    return;
  }
  if (shown.language === 'text') {
    assert.ok(matchesText(shown.text, output), `${where}\nshown:\n${shown.text}\nis:\n${output}`);
    return;
  }
  const last =
    run.stdout
      .trim()
      .split(/\n(?=\{)|(?<=\})(?=\{)/)
      .at(-1) ?? '';
  assert.ok(matchesJson(JSON.parse(shown.text), JSON.parse(last)), `${where}\nshown:\n${shown.text}\nis:\n${last}`);
}
