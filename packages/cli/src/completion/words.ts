import type { Command } from 'commander';
import { valuesOf } from '../command.ts';

/** What can stand after a name of a command, as the declarations have it. */
export interface CommandWords {
  /** The names that lead to it, such as ` matches list`, each with a blank before it; empty for `bandeja` itself. */
  readonly path: string;
  /** The commands in it. */
  readonly commands: readonly Word[];
  readonly options: readonly OptionWord[];
  /** Whether its argument is the name of a file. */
  readonly takesFile: boolean;
  /** The values that its argument can have, if they are few. */
  readonly argumentValues: readonly string[];
}

export interface Word {
  readonly name: string;
  readonly description: string;
}

export interface OptionWord extends Word {
  readonly takesValue: boolean;
  readonly values: readonly string[];
  readonly takesFile: boolean;
}

/** The commands of a program, the program itself first. */
export function wordsOf(command: Command, path = ''): CommandWords[] {
  const visible = command.createHelp().visibleCommands(command);
  const own: CommandWords = {
    path,
    commands: visible.map((one) => ({
      name: one.name(),
      description: firstSentence(one.summary() || one.description()),
    })),
    options: command
      .createHelp()
      .visibleOptions(command)
      .flatMap((option) => {
        const { long, description, required, optional } = option;
        if (long == null) return [];
        return {
          name: long,
          description: firstSentence(description),
          takesValue: required || optional,
          values: valuesOf(option),
          takesFile: /<file>/.test(option.flags),
        };
      }),
    takesFile: command.registeredArguments.some((argument) => argument.name() === 'file'),
    argumentValues: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
  const isHelp = (one: Command): boolean => one.name() === 'help';
  return [own, ...visible.filter((one) => !isHelp(one)).flatMap((one) => wordsOf(one, `${path} ${one.name()}`))];
}

/** Lists of a shell have room for one line. */
const firstSentence = (text: string): string => text.split(/[.;:](?:\s|$)/, 1)[0] ?? '';
