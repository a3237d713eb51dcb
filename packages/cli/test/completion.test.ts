/** Shell completion. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { commands } from '../src/run.ts';
import { aFile, runInside } from './run-cli.ts';

const main = resolve(import.meta.dirname, '../src/main.ts');

/** What the words can become, by `bandeja __complete`. */
async function completed(...typed: readonly string[]): Promise<string[]> {
  const { stdout } = await runInside(['__complete', ...typed]);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '');
}

const script = async (shell: string): Promise<string> => (await runInside(['completion', shell])).stdout;

describe('Completion', () => {
  const cases: readonly (readonly [typed: readonly string[], candidates: readonly string[]])[] = [
    [['mat'], ['matches']],
    [
      ['matches', 'li'],
      ['list', 'links'],
    ],
    [['matches', 'list', '--st'], ['--status']],
    [
      ['matches', 'list', '--status', ''],
      ['pending', 'completed', 'voided'],
    ],
    [['matches', 'list', '--status=v'], ['--status=voided']],
    [['partners', 'create', '--name', 'matches', '--plan', 'e'], ['enterprise']],
    [
      ['players', 'card', 'ana', '--lang', ''],
      ['en', 'es', 'pt'],
    ],
    [['keys', 'issue', 'ID', '--scope', 'write:m'], ['write:matches']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['import', 'a'], [':files']],
    [['import', 'u'], ['undo']],
    [['import', 'undo', ''], [':files']],
    [['import', 'undo', '--rea'], ['--reason']],
    [['import', 'a.csv', '--report', ''], [':files']],
    [['matches', 'list', '--limit', ''], []],
  ];
  for (const [typed, candidates] of cases) {
    it(`the completion of “${typed.join(' ')}” is ${candidates.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await completed(...typed), candidates);
    });
  }

  it('“bandeja help” prints the help of the program or of a command', async () => {
    assert.equal((await runInside(['help'])).stdout, (await runInside(['--help'])).stdout);
    const { exitCode, stdout } = await runInside(['help', 'players', 'get']);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^Usage: bandeja players get/);
  });

  it('completion has every command and every option of its help', async () => {
    for (const { name } of commands.flatMap((entry) => entry.commands)) {
      const words = name.split(' ');
      assert.ok((await completed(...words)).includes(words.at(-1) ?? ''), name);
      const { stdout } = await runInside([...words, '--help']);
      const shown = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option);
      assert.deepEqual((await completed(...words, '-')).toSorted(), shown.toSorted(), name);
    }
  });

  it('completion works in bash, whose words end at colons and equals signs', async (t) => {
    const file = await aFile(t, 'bandeja', await script('bash'));
    const lines = ['bandeja keys issue ID --scope write:', 'bandeja matches list --status=v', `bandeja import ${file}`];
    const program = `
      bandeja() { '${process.execPath}' '${main}' "$@"; }
      source '${file}'
      compopt() { :; }
      for line in ${lines.map((line) => `'${line}'`).join(' ')}; do
        COMP_LINE=$line COMP_POINT=\${#line}
        _bandeja
        printf '%s\\n' "\${COMPREPLY[*]}"
      done`;
    const printed = execFileSync('bash', ['-c', program], { encoding: 'utf8' });
    assert.deepEqual(printed.split('\n').slice(0, -1), ['matches players', 'voided', file]);
  });

  it('completion has a script for zsh and fish', async () => {
    for (const shell of ['zsh', 'fish']) assert.match(await script(shell), / __complete /, shell);
    const { exitCode, stderr } = await runInside(['completion', 'csh']);
    assert.equal(exitCode, 2);
    assert.match(stderr, /^bandeja: The shell cannot be “\w+”\. Choose one of: bash, zsh, fish\./);
  });
});
