import { command } from '../command.ts';
import { completionScripts, type Shell, shells } from '../completion.ts';

/** `bandeja completion` */
export const completion = command({
  use: 'completion <shell>',
  description: 'Print a completion script for your shell.',
  args: { shell: 'The shell' },
  argumentValues: { shell: shells },
  notes:
    'bash: bandeja completion bash > ~/.local/share/bash-completion/completions/bandeja\nzsh:  bandeja completion zsh > FOLDER/_bandeja, where FOLDER is one of $fpath\nfish: bandeja completion fish > ~/.config/fish/completions/bandeja.fish\n',
  examples: ['completion bash'],
  json: null,
  // Commander has refused other values.
  run: async (call, shell) => call.context.terminal.out(completionScripts[shell as Shell]),
});
