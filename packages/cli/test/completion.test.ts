/** `bandeja completion` */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { commands } from '../src/run.ts';
import { aFile, runInside } from './run-cli.ts';

const script = async (shell: string): Promise<string> => {
  const { exitCode, stdout, stderr } = await runInside(['completion', shell]);
  assert.equal(exitCode, 0, stderr);
  return stdout;
};

/** What bash offers after each of these lines, with the tabulator pressed at their ends. */
async function offered(file: string, lines: readonly string[]): Promise<string[][]> {
  const program = `
    source '${file}'
    compopt() { :; }
    for line in ${lines.map((line) => `'${line}'`).join(' ')}; do
      COMP_LINE=$line COMP_POINT=\${#line} COMP_WORDBREAKS=$' \\t\\n=:'
      _bandeja
      printf '%s\\n' "\${COMPREPLY[*]}"
    done`;
  const printed = execFileSync('bash', ['-c', program], { encoding: 'utf8' });
  return printed
    .split('\n')
    .slice(0, lines.length)
    .map((line) => line.split(' ').filter((word) => word !== ''));
}

describe('bandeja completion', () => {
  it('has bash complete commands, options and their values', async (t) => {
    const file = await aFile(t, 'bandeja', await script('bash'));
    const cases: Readonly<Record<string, readonly string[]>> = {
      'bandeja mat': ['matches'],
      'bandeja matches l': ['list'],
      'bandeja matches list --st': ['--status'],
      'bandeja matches list --status ': ['pending', 'completed', 'voided'],
      'bandeja matches list --status=v': ['voided'],
      'bandeja partners create --name matches --plan e': ['enterprise'],
      'bandeja players card ana --lang ': ['en', 'es', 'pt'],
      'bandeja completion ': ['bash', 'zsh', 'fish'],
      // Bash takes a colon for the end of a word.
      'bandeja keys issue ID --scope write:m': ['matches'],
      'bandeja keys issue ID --scope write': ['write:matches', 'write:players'],
      'bandeja players show a': [],
      'bandeja matches list --limit ': [],
    };
    assert.deepEqual(await offered(file, Object.keys(cases)), Object.values(cases));
    const files = await offered(file, [`bandeja import ${file}`, `bandeja import x --report ${file}`]);
    assert.deepEqual(files, [[file], [file]]);
  });

  it('knows every command, and every option that its help has', async (t) => {
    const file = await aFile(t, 'bandeja', await script('bash'));
    const names = commands.flatMap((entry) => entry.commands.map(({ name }) => name));
    const completed = await offered(
      file,
      names.map((name) => `bandeja ${name}`),
    );
    for (const [at, name] of names.entries()) {
      assert.ok(completed[at]?.includes(name.split(' ').at(-1) ?? ''), name);
    }
    const options = await offered(
      file,
      names.map((name) => `bandeja ${name} -`),
    );
    for (const [at, name] of names.entries()) {
      const { stdout } = await runInside([...name.split(' '), '--help']);
      const shown = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option);
      assert.deepEqual([...(options[at] ?? [])].sort(), shown.sort(), name);
    }
  });

  it('has a script for zsh and fish with every command and value', async () => {
    for (const shell of ['zsh', 'fish']) {
      const text = await script(shell);
      for (const { name } of commands.flatMap((entry) => entry.commands)) assert.ok(text.includes(` ${name}`), name);
      for (const value of ['partner_attested', 'enterprise', 'write:matches']) assert.ok(text.includes(value), value);
    }
  });

  it('refuses another shell', async () => {
    const { exitCode, stderr } = await runInside(['completion', 'csh']);
    assert.equal(exitCode, 2);
    assert.match(stderr, /Allowed choices are bash, zsh, fish/);
  });
});
