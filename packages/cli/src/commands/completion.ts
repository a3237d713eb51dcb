import { command } from '../command.ts';
import { completionScripts, type Shell, shells } from '../completion.ts';

/** `bandeja completion` */
export const completion = command({
  use: 'completion <shell>',
  summary: 'print a script that completes commands and options in your shell',
  description: 'Print a script with which your shell completes commands, options and their values: bash, zsh or fish.',
  args: { shell: 'the shell' },
  argumentValues: { shell: shells },
  notes:
    'bash: bandeja completion bash > ~/.local/share/bash-completion/completions/bandeja\nzsh:  bandeja completion zsh > a folder of $fpath/_bandeja\nfish: bandeja completion fish > ~/.config/fish/completions/bandeja.fish\n',
  examples: ['completion bash'],
  json: null,
  // Commander has refused other values.
  run: async (call, shell) => call.context.terminal.out(completionScripts[shell as Shell]),
});
