import type { Command } from 'commander';
import { type AnswerOptions, printAnswer } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { type CommandContext, operatorClient } from '../command-context.ts';
import { countOf, grouped } from '../count.ts';
import { exitCodes } from '../exit.ts';
import { cellOf, countCell, isObject, type JsonObject, numberOf, textOf } from '../json-value.ts';
import { patientClient, runTask, type TaskOptions, type WaitOptions, wait } from '../ratings/task.ts';
import { untilSettled } from '../ratings/until-settled.ts';
import { verdictText } from '../ratings/verdict.ts';
import { type Cell, fields } from '../table.ts';
import { printable } from '../terminal.ts';

interface VerifyOptions extends TaskOptions {
  readonly whenSettled?: boolean;
}

const BEFORE_VERIFYING = 'Interrupted: no verification was started.';
const NO_WAIT = 'start the task and print its id; “bandeja tasks show” tells how it ended';

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
    .option('--when-settled', 'wait first until all ratings are final: until then not all can be compared')
    .option('--no-wait', NO_WAIT)
    .option('--quiet', 'no progress')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ bandeja ratings verify\n  $ bandeja ratings verify --when-settled --json\n\nExit codes: 0 nothing that was compared differs, 1 something does, 2 wrong use, 3 the service\ncannot be reached or does not allow it, 130 interrupted (the task goes on).\n',
    )
    .action(async (options: VerifyOptions) => {
      const { whenSettled = false } = options;
      if (whenSettled) await waitUntilSettled(context, options);
      const result = await runTask(context, options, 'verify');
      if (result === null) return;
      printAnswer(context, options, result, (body) => verdictText(body, whenSettled));
      if (result['differences'] !== 0) context.finish(exitCodes.rejections);
    });
}

function waitUntilSettled(context: CommandContext, options: WaitOptions): Promise<void> {
  const client = patientClient(context);
  return wait(context, options, BEFORE_VERIFYING, (waiting) => {
    const tell = options.quiet || options.json ? () => {} : (sentence: string) => waiting.display.note(sentence);
    return untilSettled(client, waiting, tell);
  });
}

function addReplay(ratings: Command, context: CommandContext): void {
  ratings
    .command('replay')
    .description(
      'Have the service rebuild all ratings from nothing, beside the serving ones, and put them in their place. Matches keep ' +
        'coming meanwhile. Mends whatever verify finds, and rolls out a new version of the model.',
    )
    .option('--no-wait', NO_WAIT)
    .option('--quiet', 'no progress')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ bandeja ratings replay\n')
    .action(async (options: TaskOptions) => {
      const result = await runTask(context, options, 'replay');
      if (result !== null) printAnswer(context, options, result, replayText);
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
    .option('--no-wait', NO_WAIT)
    .option('--quiet', 'no progress')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ bandeja ratings calibrate\n')
    .action(async (options: TaskOptions) => {
      const result = await runTask(context, options, 'calibrate');
      if (result !== null) printAnswer(context, options, result, calibrationText);
    });
}

function statusText(state: JsonObject): string {
  const { run, owed } = state;
  return fields([
    ['ratings', cellOf(state['rating_status'])],
    ['model', cellOf(state['model_version'])],
    ['run', isObject(run) ? runText(run) : null],
    ['owed', isObject(owed) ? `all after ${String(owed['settled_until'])}, from ${String(owed['due_at'])} on` : null],
    ['waiting matches', waitingCell(state)],
  ]);
}

function waitingCell({ held_matches: held, held_until: until }: JsonObject): Cell {
  return typeof until === 'string' ? `${grouped(numberOf(held) ?? 0)}, from ${until} on` : countCell(held);
}

function runText(run: JsonObject): string {
  const read = countOf(run['matches_read'], 'match', 'matches');
  const changed = grouped(numberOf(run['matches_changed']) ?? 0);
  return `since ${String(run['started_at'])}, settled until ${String(run['settled_until'])}: ${read} read, ${changed} changed`;
}

function replayText(result: JsonObject): string {
  const over = `${countOf(result['matches'], 'match', 'matches')} and ${countOf(result['players'], 'player', 'players')}`;
  const settling = result['is_settling'] === true ? 'What came meanwhile is being settled now.\n' : '';
  const { calibration } = result;
  return (
    `All ratings were rebuilt: ${over} (model ${printable(textOf(result['model_version']) ?? '?')}), switched in ${grouped(numberOf(result['switch_ms']) ?? 0)} ms.\n` +
    `${settling}\n${isObject(calibration) ? calibrationText(calibration) : ''}`
  );
}

function calibrationText(calibration: JsonObject): string {
  return fields([
    ['calibrated', cellOf(calibration['calibrated_at'])],
    ['model', cellOf(calibration['model_version'])],
    ['steepness', cellOf(calibration['steepness'])],
    ['hold rate', cellOf(calibration['hold_rate'])],
    ['matches', countCell(calibration['matches'])],
    ['service games', countCell(calibration['service_games'])],
  ]);
}
