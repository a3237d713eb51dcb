import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';

const BENCH = resolve(import.meta.dirname, '../accuracy.ts');

async function runBench(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [BENCH, ...args]);
  const exit = new Promise<number | null>((done) => child.on('close', done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, stdout, stderr };
}

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bandeja-accuracy-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('bench:accuracy', () => {
  it('runs from end to end on generated matches, and writes the same bytes in two runs', async (t) => {
    const out = await aFolder(t);
    const { code, stdout } = await runBench(['--smoke', '--out', out]);
    assert.equal(code, 0);
    assert.match(stdout, /Log loss, nats per match/);
    for (const name of ['in use', 'refitted', 'Elo', 'Glicko-2', 'Plackett–Luce', 'Thurstone–Mosteller', 'TrueSkill']) {
      assert.match(stdout, new RegExp(`${name} .*\\d\\.\\d{4}`));
    }
    const written = await readFile(join(out, 'accuracy.json'), 'utf8');
    const json = JSON.parse(written);
    assert.equal(json.generated, true);
    assert.equal(json.others.length, 6);
    for (const model of [json.inUse, json.refitted, ...json.others]) {
      for (const score of model.scores) assert.ok(score.logLoss > 0.2 && score.logLoss < 0.8, model.name);
    }
    await runBench(['--smoke', '--out', out]);
    assert.equal(await readFile(join(out, 'accuracy.json'), 'utf8'), written);
  });

  it('explains how to get data if there is none', async (t) => {
    const { code, stdout, stderr } = await runBench(['--data', await aFolder(t)]);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, /padel\.csv\.gz.* is missing in .* docs\/accuracy\.md .* --data DIR, or use --smoke/);
  });
});
