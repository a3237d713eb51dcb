import type { Command } from 'commander';
import { command } from '../command.ts';
import { completionScript, type Shell, shells } from '../completion/scripts.ts';
import { wordsOf } from '../completion/words.ts';

/** `bandeja completion` */
export const completion = command({
  use: 'completion <shell>',
  summary: 'a script that completes commands and options in your shell',
  description: 'Print a script with which your shell completes commands, options and their values: bash, zsh or fish.',
  args: { shell: 'which one' },
  argumentValues: { shell: shells },
  notes:
    'bash: bandeja completion bash > ~/.local/share/bash-completion/completions/bandeja\nzsh:  bandeja completion zsh > a folder of $fpath/_bandeja\nfish: bandeja completion fish > ~/.config/fish/completions/bandeja.fish\n',
  examples: ['completion bash'],
  json: null,
  run: async (call, name) => {
    const words = wordsOf(rootOf(call.command));
    // Commander has refused any other.
    call.context.terminal.out(completionScript(name as Shell, words));
  },
});

function rootOf(one: Command): Command {
  return one.parent === null ? one : rootOf(one.parent);
}
