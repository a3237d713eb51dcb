import { type Api, sleep } from '@bandeja/client';
import type { Option } from 'commander';
import { type Call, command, group } from '../command.ts';
import { countOf } from '../counts.ts';
import { exitCodes } from '../exit.ts';
import type { Look } from '../look.ts';
import { option, quietOption, utcOption } from '../options.ts';
import { count, fieldsOf, type Layout, time } from '../print.ts';
import { patientOperator, runTask, type TaskOptions, wait } from '../task.ts';
import { printable } from '../terminal.ts';
import { verificationText } from './verification-text.ts';

interface VerifyOptions extends TaskOptions {
  readonly whenSettled?: boolean;
}

const POLL_EVERY_MS = 500;
const RESULT = 'Print the result as JSON';

const taskOptions: readonly Option[] = [
  option('--no-wait', 'Start the task and print its id for “bandeja tasks get”'),
  quietOption,
];

const calibrationLayout: Layout<Api.PresentCalibration> = [
  ['calibrated', ({ calibrated_at }) => time(calibrated_at)],
  ['model', 'model_version'],
  ['steepness', 'steepness'],
  ['penalty', 'penalty'],
  ['hold rate', 'hold_rate'],
  ['matches', ({ matches }) => count(matches)],
  ['service games', ({ service_games }) => count(service_games)],
];

/** `bandeja ratings …` */
export const ratings = group(
  'ratings',
  'Verify, replay and calibrate the ratings',
  [
    command<VerifyOptions>({
      use: 'verify',
      routes: ['POST /admin/v1/tasks', 'GET /admin/v1/tasks/{id}'],
      description:
        'Verify all ratings. Replays the whole rated history and compares every stored rating with the result, bit for bit. ' +
        'Changes nothing. You can submit matches during the run.',
      options: [
        option(
          '--when-settled',
          'Wait until all ratings are final; without it, ratings that are not final are not compared',
        ),
        ...taskOptions,
      ],
      examples: ['ratings verify', 'ratings verify --when-settled --json'],
      exitCodes:
        '0: all compared ratings match; 1: some differ; 2: wrong usage; 3: the service cannot be\nreached or does not allow it; 130: interrupted (the task continues)',
      json: RESULT,
      run: async (call) => {
        const { whenSettled = false } = call.options;
        if (whenSettled) await waitUntilSettled(call);
        const result = await runTask(call, 'verify');
        if (result === null) return;
        call.show(result, (body, look) => verificationText(body, whenSettled, look));
        if (result.differences > 0) call.context.finish(exitCodes.rejections);
      },
    }),
    command<TaskOptions>({
      use: 'replay',
      routes: ['POST /admin/v1/tasks', 'GET /admin/v1/tasks/{id}'],
      description:
        'Rebuild all ratings from the matches, then calibrate. Corrects every difference that “verify” finds, and applies a new ' +
        'version of the model. You can submit matches during the run; ratings are settling until it ends.',
      options: taskOptions,
      examples: ['ratings replay'],
      json: RESULT,
      run: async (call) => {
        const result = await runTask(call, 'replay');
        if (result !== null) call.show(result, replayText);
      },
    }),
    command({
      use: 'status',
      routes: ['GET /admin/v1/settlement'],
      description: 'Show whether all ratings are final.',
      options: [utcOption],
      examples: ['ratings status'],
      run: async (call) => call.show(await call.operator.ratings.settlement(), settlementText),
    }),
    command({
      use: 'calibration',
      routes: ['GET /admin/v1/calibration'],
      description:
        'Show the calibration that predictions use. Without one, all values are null and predictions use the defaults.',
      options: [utcOption],
      examples: ['ratings calibration'],
      run: async (call) => call.show(await call.operator.ratings.calibration(), calibrationLayout),
    }),
    command<TaskOptions>({
      use: 'calibrate',
      routes: ['POST /admin/v1/tasks', 'GET /admin/v1/tasks/{id}'],
      description:
        'Calibrate predictions over the whole rated history. Measures how decisive a difference in skill is in this pool, and how ' +
        'often a service game is held. Changes no rating.',
      options: taskOptions,
      examples: ['ratings calibrate'],
      json: RESULT,
      run: async (call) => {
        const result = await runTask(call, 'calibrate');
        if (result !== null) call.show(result, calibrationLayout);
      },
    }),
  ],
  'rating',
);

function waitUntilSettled(call: Call<VerifyOptions>): Promise<void> {
  const { quiet, json } = call.options;
  const whenInterrupted = 'Interrupted: no verification was started.';
  return wait(call, { client: patientOperator(call) }, whenInterrupted, async ({ client, display, signal }) => {
    for (let noted = ''; ; ) {
      const state = await client.ratings.settlement({ signal });
      if (state.rating_status === 'settled') return;
      // The number of players changes in every response. Only a new kind of wait is news.
      const kind = String(state.is_rebuilding);
      if (kind !== noted && !quiet && !json) display.note(waitText(state));
      noted = kind;
      await sleep(POLL_EVERY_MS, signal);
    }
  });
}

function waitText({ players, is_rebuilding: isRebuilding }: Api.SettlementState): string {
  const what = isRebuilding
    ? 'a rebuild is in progress'
    : `${countOf(players, 'player is', 'players are')} being settled`;
  return `Waiting until all ratings are final: ${what}.`;
}

/** Which ratings are final, and how many are still to be settled. */
function settlementText(state: Api.SettlementState, look: Look): string {
  const layout: Layout<Api.SettlementState> = [
    ['ratings', 'rating_status'],
    ['model', 'model_version'],
    ['to settle', ({ players }) => (players === 0 ? null : countOf(players, 'player', 'players'))],
    ['since', ({ since }) => since && look.times.second(since)],
    ['rebuild', ({ is_rebuilding: isRebuilding }) => (isRebuilding ? 'in progress' : null)],
  ];
  return fieldsOf(layout, state, look);
}

function replayText({ matches, model_version, calibration }: Api.ReplayResult, look: Look): string {
  const rebuilt = `${countOf(matches, 'match', 'matches')} (model ${printable(model_version)})`;
  return `All ratings were rebuilt: ${rebuilt}.\n\n${fieldsOf(calibrationLayout, calibration, look)}`;
}
