import type { Command } from 'commander';
import { type AnswerOptions, printAnswer } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { doLongTask } from '../api/long-task.ts';
import { type CommandContext, operatorClient } from '../command-context.ts';
import { exitCodes } from '../exit.ts';
import { cellOf, isObject, type JsonObject, numberOf, objectsOf, textOf } from '../json-value.ts';
import { ProgressDisplay } from '../progress/progress-display.ts';
import { fields, table } from '../table.ts';
import { printable } from '../terminal.ts';

interface TaskOptions extends AnswerOptions {
  readonly quiet?: boolean;
}

/** `bandeja ratings …`: the operator's view of all ratings together. */
export function addRatings(program: Command, context: CommandContext): void {
  const ratings = program
    .command('ratings')
    .description('All ratings together: are they right, and are they final? Needs BANDEJA_OPERATOR_TOKEN.');
  addVerify(ratings, context);
  addReplay(ratings, context);
  addStatus(ratings, context);
  addCalibrate(ratings, context);
}

function addVerify(ratings: Command, context: CommandContext): void {
  ratings
    .command('verify')
    .description(
      'Have the service fold the whole rated history from nothing and compare every stored double with it, bit for bit. ' +
        'Changes nothing; matches keep coming meanwhile.',
    )
    .option('--quiet', 'no progress')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ bandeja ratings verify\n\nExit codes: 0 nothing differs, 1 something does, 2 wrong use, 3 the service cannot be reached or does not allow it.\n',
    )
    .action(async (options: TaskOptions) => {
      const result = await doTask(context, options, 'verify');
      printAnswer(context, options, result, verdictText);
      if (result['differences'] !== 0) context.finish(exitCodes.rejections);
    });
}

function addReplay(ratings: Command, context: CommandContext): void {
  ratings
    .command('replay')
    .description(
      'Have the service rebuild all ratings from nothing, beside the serving ones, and put them in their place. Matches keep ' +
        'coming meanwhile. Mends whatever verify finds, and rolls out a new version of the model.',
    )
    .option('--quiet', 'no progress')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ bandeja ratings replay\n')
    .action(async (options: TaskOptions) => {
      printAnswer(context, options, await doTask(context, options, 'replay'), replayText);
    });
}

function addStatus(ratings: Command, context: CommandContext): void {
  ratings
    .command('status')
    .description('Show whether all ratings are final, and what is still to be settled after changes of history.')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja ratings status\n')
    .action(async (options: AnswerOptions) => {
      const { body } = await operatorClient(context).request('GET', pathOf('admin', 'v1', 'settlement'));
      printAnswer(context, options, body, statusText);
    });
}

function addCalibrate(ratings: Command, context: CommandContext): void {
  ratings
    .command('calibrate')
    .description(
      'Find over the whole rated history how decisive a gap in skill is in this pool, with which predictions are made from ' +
        'then on, and how often a service game is held. No rating changes.',
    )
    .option('--quiet', 'no progress')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ bandeja ratings calibrate\n')
    .action(async (options: TaskOptions) => {
      printAnswer(context, options, await doTask(context, options, 'calibrate'), calibrationText);
    });
}

/** Has the service do a task over all ratings, with a bar meanwhile. @returns its result. */
async function doTask(context: CommandContext, { quiet, json }: TaskOptions, task: string): Promise<JsonObject> {
  const display = new ProgressDisplay(context.terminal, !quiet && !json, 'matches');
  const startedAt = performance.now();
  try {
    return await doLongTask(operatorClient(context), pathOf('admin', 'v1', 'ratings', task), (progress) =>
      display.show({ ...progress, elapsedMs: performance.now() - startedAt }),
    );
  } finally {
    display.clear();
  }
}

const whole = new Intl.NumberFormat('en');

/** `12,345 matches`. */
function countOf(value: unknown, one: string, many: string): string {
  const count = numberOf(value) ?? 0;
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

function verdictText(result: JsonObject): string {
  const over = `${countOf(result['matches'], 'match', 'matches')} and ${countOf(result['players'], 'player', 'players')}`;
  const model = `(model ${printable(textOf(result['model_version']) ?? '?')})`;
  const found = countOf(result['differences'], 'stored value differs', 'stored values differ');
  return [
    result['differences'] === 0
      ? `All ratings are right, to the last bit: ${over} ${model}.\n`
      : `${found} from what the history gives: ${over} ${model}.\n`,
    result['unsettled'] === 0
      ? ''
      : `Still to be settled, and not compared: ${countOf(result['unsettled'], 'match', 'matches')}.\n`,
    result['held'] === 0 ? '' : `Waiting to be rated: ${countOf(result['held'], 'match', 'matches')}.\n`,
    examplesText(objectsOf(result['examples'])),
  ].join('');
}

function examplesText(examples: readonly JsonObject[]): string {
  if (examples.length === 0) return '';
  const members = ['match_id', 'player_id', 'field', 'stored', 'folded', 'stored_bits', 'folded_bits'];
  const headings = ['match', 'player', 'field', 'stored', 'folded', 'stored bits', 'folded bits'];
  return `\n${table(
    headings,
    examples.map((example) => members.map((member) => cellOf(example[member]))),
  )}`;
}

function statusText(state: JsonObject): string {
  const { run, owed } = state;
  return fields([
    ['ratings', cellOf(state['rating_status'])],
    ['model', cellOf(state['model_version'])],
    ['run', isObject(run) ? runText(run) : null],
    ['owed', isObject(owed) ? `all after ${String(owed['settled_until'])}, from ${String(owed['due_at'])} on` : null],
    ['waiting matches', cellOf(state['held_matches'])],
  ]);
}

function runText(run: JsonObject): string {
  const read = countOf(run['matches_read'], 'match', 'matches');
  const changed = whole.format(numberOf(run['matches_changed']) ?? 0);
  return `since ${String(run['started_at'])}, settled until ${String(run['settled_until'])}: ${read} read, ${changed} changed`;
}

function replayText(result: JsonObject): string {
  const over = `${countOf(result['matches'], 'match', 'matches')} and ${countOf(result['players'], 'player', 'players')}`;
  const settling = result['is_settling'] === true ? 'What came meanwhile is being settled now.\n' : '';
  const { calibration } = result;
  return (
    `All ratings were rebuilt: ${over} (model ${printable(textOf(result['model_version']) ?? '?')}), switched in ${cellOf(result['switch_ms'])} ms.\n` +
    `${settling}\n${isObject(calibration) ? calibrationText(calibration) : ''}`
  );
}

function calibrationText(calibration: JsonObject): string {
  return fields([
    ['calibrated', cellOf(calibration['calibrated_at'])],
    ['model', cellOf(calibration['model_version'])],
    ['steepness', cellOf(calibration['steepness'])],
    ['hold rate', cellOf(calibration['hold_rate'])],
    ['matches', cellOf(calibration['matches'])],
    ['service games', cellOf(calibration['service_games'])],
  ]);
}
