import { setTimeout as sleep } from 'node:timers/promises';
import type { Option } from 'commander';
import { type Call, command, group, operatorClient, option, utcOption } from '../command.ts';
import { exitCodes } from '../exit.ts';
import { isObject, type JsonObject, numberOf, objectOf, textOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { type Cell, countAt, countOf, type Field, fieldsOf, grouped, timeAt } from '../print.ts';
import { runTask, type TaskOptions, type Waiting, wait } from '../task.ts';
import { printable } from '../terminal.ts';
import { verificationText } from './verification-text.ts';

interface VerifyOptions extends TaskOptions {
  readonly whenSettled?: boolean;
}

const ASK_EVERY_MS = 500;
const RESULT = 'print the result as JSON';

const taskOptions: readonly Option[] = [
  option('--no-wait', 'start the task and print its id; “bandeja tasks show” shows how it ended'),
  option('--quiet', 'no progress'),
];

const calibration: readonly Field[] = [
  ['calibrated', timeAt('calibrated_at')],
  ['model', 'model_version'],
  ['steepness', 'steepness'],
  ['penalty', 'penalty'],
  ['hold rate', 'hold_rate'],
  ['matches', countAt('matches')],
  ['service games', countAt('service_games')],
];

/** `bandeja ratings …` */
export const ratings = group(
  'ratings',
  'All ratings together: are they right, and are they final? Needs BANDEJA_OPERATOR_TOKEN.',
  [
    command<VerifyOptions>({
      use: 'verify',
      routes: ['POST /admin/v1/tasks', 'GET /admin/v1/tasks/{id}'],
      description:
        'Replay the whole rated history from nothing and compare every stored rating with it, bit for bit. Changes nothing; ' +
        'matches may come in meanwhile.',
      options: [
        option('--when-settled', 'wait first until all ratings are final: before that not all can be compared'),
        ...taskOptions,
      ],
      examples: ['ratings verify', 'ratings verify --when-settled --json'],
      exitCodes:
        '0 nothing that was compared differs, 1 something does, 2 wrong use, 3 the service\ncannot be reached or does not allow it, 130 interrupted (the task goes on).',
      json: RESULT,
      run: async (call) => {
        const { whenSettled = false } = call.options;
        if (whenSettled) await waitUntilSettled(call);
        const result = await runTask(call, 'verify');
        if (result === null) return;
        call.show(result, (body, look) => verificationText(body, whenSettled, look));
        if (result['differences'] !== 0) call.context.finish(exitCodes.rejections);
      },
    }),
    command<TaskOptions>({
      use: 'replay',
      routes: ['POST /admin/v1/tasks', 'GET /admin/v1/tasks/{id}'],
      description:
        'Rebuild all ratings from the matches, then calibrate. Ratings are settling meanwhile, and matches may come in. ' +
        'Corrects every difference that verify finds, and brings in a new version of the model.',
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
      description: 'Show whether all ratings are final, and what is still to be settled.',
      options: [utcOption],
      examples: ['ratings status'],
      run: async (call) => call.show(await call.operator.ratings.settlement(), settlementText),
    }),
    command({
      use: 'calibration',
      routes: ['GET /admin/v1/calibration'],
      description: 'Show the calibration that predictions use; null before the first one: then they use the defaults.',
      options: [utcOption],
      examples: ['ratings calibration'],
      run: async (call) => call.show(await call.operator.ratings.calibration(), calibration),
    }),
    command<TaskOptions>({
      use: 'calibrate',
      routes: ['POST /admin/v1/tasks', 'GET /admin/v1/tasks/{id}'],
      description:
        'Measure over the whole rated history how decisive a difference in skill is in this pool, which predictions use from ' +
        'then on, and how often a service game is held. No rating changes.',
      options: taskOptions,
      examples: ['ratings calibrate'],
      json: RESULT,
      run: async (call) => {
        const result = await runTask(call, 'calibrate');
        if (result !== null) call.show(result, calibration);
      },
    }),
  ],
);

function waitUntilSettled(call: Call<VerifyOptions>): Promise<void> {
  const client = operatorClient(call.context, true);
  return wait(call, { client }, 'Interrupted: no verification was started.', (waiting) =>
    untilSettled(
      waiting,
      call,
      call.options.quiet || call.options.json ? () => {} : (text) => waiting.display.note(text),
    ),
  );
}

/** Waits until all ratings are final. @param note called with what is waited for, and again when that changes. */
async function untilSettled(
  { client, signal }: Waiting,
  call: Call<VerifyOptions>,
  note: (sentence: string) => void,
): Promise<void> {
  for (let noted = ''; ; ) {
    const state = objectOf(await client.ratings.settlement({ signal }));
    if (state['rating_status'] !== 'settling') return;
    const { kind, sentence } = waitedFor(state, call);
    if (kind !== noted) note(sentence);
    noted = kind;
    await sleep(ASK_EVERY_MS, undefined, { signal });
  }
}

/** Instants and counts change all the time; a new `kind` is news. */
function waitedFor(
  { run, next }: JsonObject,
  call: Call<VerifyOptions>,
): {
  readonly kind: string;
  readonly sentence: string;
} {
  const parts: (readonly [kind: string, text: string])[] = [];
  if (isObject(run))
    parts.push(['run', `a settlement is under way, settled until ${call.timeText(String(run['settled_until']))}`]);
  if (isObject(next)) parts.push(['next', 'the next one is scheduled']);
  return {
    kind: parts.map(([kind]) => kind).join(),
    sentence: `Waiting until all ratings are final: ${parts.map(([, text]) => text).join('; ')}.`,
  };
}

/** Which ratings are final, and what is still to be settled. */
function settlementText(state: JsonObject, look: Look): string {
  return fieldsOf(
    [
      ['ratings', 'rating_status'],
      ['model', 'model_version'],
      ['run', ({ run }) => runText(run, look)],
      ['next run', ({ next }) => nextText(next, look)],
    ],
    state,
    look,
  );
}

const timeText = (instant: unknown, { times }: Look): string => times.second(String(instant));

function runText(run: unknown, look: Look): Cell {
  if (!isObject(run)) return null;
  const read = countOf(run['matches_read'], 'match', 'matches');
  const changed = grouped(numberOf(run['matches_changed']) ?? 0);
  const [since, until] = [timeText(run['started_at'], look), timeText(run['settled_until'], look)];
  return `since ${since}, settled until ${until}: ${read} read, ${changed} changed`;
}

function nextText(next: unknown, look: Look): Cell {
  if (!isObject(next)) return null;
  const due = next['due_at'] === null ? '' : `, from ${timeText(next['due_at'], look)} on`;
  return `all after ${timeText(next['settled_until'], look)}${due}`;
}

function replayText(result: JsonObject, look: Look): string {
  const matches = countOf(result['matches'], 'match', 'matches');
  const model = printable(textOf(result['model_version']) ?? '?');
  const found = result['calibration'];
  return `All ratings were rebuilt: ${matches} (model ${model}).\n\n${isObject(found) ? fieldsOf(calibration, found, look) : ''}`;
}
