import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { FakeService } from './fake-service.ts';
import { aFile, csvOf, runInside } from './run-cli.ts';

const root = resolve(import.meta.dirname, '../..');
const COMMAND = /^(?:npm run --silent bandeja --|bandeja) ([^<#\n]*)/gm;

/** The command lines in the shell examples of a page. */
async function commandsIn(page: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(join(root, page), 'utf8');
  const examples = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code = '']) => code).join('');
  const lines = [...examples.matchAll(COMMAND)].map(([, line = '']) => line.trim());
  return lines
    .filter((line) => !line.startsWith('<'))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''));
}

describe('every command in the docs is one that there is', () => {
  for (const page of ['docs/cli.md', 'docs/operations.md', 'README.md']) {
    it(page, async (t) => {
      const service = await FakeService.start(t);
      const file = await aFile(t, 'results.csv', csvOf(3));
      const report = join(dirname(file), 'report.csv');
      const commands = await commandsIn(page);
      assert.ok(commands.length > 0);
      for (const args of commands.filter((line) => line.length > 0)) {
        const own = args.map((arg, at) =>
          args[at - 1] === '--report' ? report : /\.(csv|json)$/.test(arg) ? file : arg,
        );
        const stdin = 'match_id,played_at,a1,a2,b1,b2,winner,set_scores\n';
        const run = await runInside(own, { url: service.url, operatorToken: 'the-token', stdin });
        assert.ok(run.exitCode !== 2, `bandeja ${args.join(' ')}: ${run.stderr}`);
      }
    });
  }
});
