import { type Client, pathOf } from '../api/client.ts';
import { type Call, command, option } from '../command.ts';
import { exitCodes, wrongUse } from '../exit.ts';
import { madeReference } from '../import/references.ts';
import { type JsonObject, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { countOf, type Field, tableOf } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { wholeFile } from './files.ts';
import {
  type MatchOptions,
  matchFields,
  noDraw,
  playedMatchOptions,
  trustTierOption,
  usernamesOf,
} from './match-options.ts';
import { matchText } from './match-text.ts';
import { whyOf } from './refused-entry.ts';

interface SubmitOptions extends MatchOptions {
  readonly ref?: string;
  readonly dryRun?: boolean;
}

const dryRun = option('--dry-run', 'check everything, store nothing');

/** `bandeja matches submit` */
export const submitCommand = command<SubmitOptions>({
  use: 'submit [file]',
  routes: ['POST /v1/matches'],
  description:
    'Submit one match, written with options or as a JSON file as POST /v1/matches takes it (“-” for standard input).',
  args: { file: 'the file; none if options say what was played' },
  options: [
    ...playedMatchOptions,
    trustTierOption,
    option('--ref <external_ref>', 'your own reference; default: made from time, players and score'),
    dryRun,
  ],
  examples: [
    'matches submit --a ines.carvalho,tiago_m --b lucia.v,marcosroig --score "6-4 7-5" --played-at "2026-05-01 19:10"',
    'matches submit match.json --dry-run',
  ],
  notes: `A reference is used once. So the same command line is refused the second time, and no match is stored
twice (but with “--played-at now” the time differs, and with it the reference).
`,
  run: async (call, file) => {
    const client = call.partner;
    const answer = file === '' ? await submitWritten(call, client) : await submitFile(call, client, file);
    call.show(answer, matchText);
    if (call.options.dryRun) call.note('Checked; nothing was stored.');
  },
});

const query = ({ dryRun: isDry }: SubmitOptions) => ({ dry_run: isDry ? 'true' : undefined });

async function submitFile(call: Call<SubmitOptions>, client: Client, file: string): Promise<unknown> {
  if (Object.keys(matchFields(call)).length > 0) throw wrongUse('Give the match with options or as a file, not both.');
  const bodyText = await wholeFile(call, file, 'one match as a JSON object');
  return (await client.request('POST', pathOf('v1', 'matches'), { query: query(call.options), bodyText })).body;
}

async function submitWritten(call: Call<SubmitOptions>, client: Client): Promise<unknown> {
  const fields = matchFields(call);
  if (fields['participants'] === undefined) throw wrongUse('Give a file, or the two teams with --a and --b.');
  if (fields['played_at'] === undefined) throw wrongUse('Say when it was played: --played-at "2026-05-01 19:10".');
  if (fields['winning_team'] === null && fields['set_scores'] === undefined) throw noDraw();
  if (fields['winning_team'] === undefined) {
    throw wrongUse('Say who won: --score "6-4 7-5", or --winner A, B or draw.');
  }
  const body = { external_ref: call.options.ref ?? referenceOf(fields), trust_tier: 'partner_attested', ...fields };
  return withSuggestions(client, usernamesOf(call.options), async () => {
    const options = { query: query(call.options), body };
    return (await client.request('POST', pathOf('v1', 'matches'), options)).body;
  });
}

function referenceOf(fields: JsonObject): string {
  const team = (name: string) =>
    objectsOf(fields['participants'])
      .filter(({ team }) => team === name)
      .map(({ username }) => username);
  return madeReference(
    {
      playedAt: fields['played_at'],
      teamA: team('A'),
      teamB: team('B'),
      winner: fields['winning_team'],
      sets: fields['set_scores'] ?? [],
    },
    '',
  );
}

const resultLayout: readonly Field[] = [
  ['entry', 'index'],
  ['external_ref', 'external_ref', 'shrinks'],
  ['status', statusOf],
  ['match', ({ match, existing_match_id }) => textOf(objectOf(match)['id']) ?? textOf(existing_match_id)],
  ['why', whyOf],
];

function statusOf({ status, same_content }: JsonObject): string {
  return same_content === false ? 'conflict' : (textOf(status) ?? '?');
}

function batchText({ results, summary }: JsonObject, look: Look): string {
  const { created, duplicates, rejected } = objectOf(summary);
  const counts = `${countOf(created, 'match', 'matches')} created, ${countOf(duplicates, 'duplicate')}, ${countOf(rejected, 'entry', 'entries')} rejected.\n`;
  return `${tableOf(resultLayout, objectsOf(results), look)}\n${counts}`;
}

/** `bandeja matches submit-batch` */
export const submitBatchCommand = command<{ dryRun?: boolean }>({
  use: 'submit-batch <file>',
  routes: ['POST /v1/matches/batch'],
  description:
    'Submit up to 25 matches: a JSON file as POST /v1/matches/batch takes it (“-” for standard input). For more, and for ' +
    'CSV, use “bandeja import”.',
  args: { file: 'the file' },
  options: [dryRun],
  examples: ['matches submit-batch round-1.json --dry-run'],
  exitCodes: '0 done (repetitions included), 1 an entry was rejected or its reference is another match’s.',
  run: async (call, file) => {
    const bodyText = await wholeFile(call, file, 'an object with matches');
    const { body } = await call.partner.request('POST', pathOf('v1', 'matches', 'batch'), {
      query: query(call.options),
      bodyText,
    });
    call.show(body, batchText);
    if (call.options.dryRun) call.note('Checked; nothing was stored.');
    const isRefused = (result: JsonObject) => statusOf(result) === 'rejected' || statusOf(result) === 'conflict';
    if (objectsOf(objectOf(body)['results']).some(isRefused)) call.context.finish(exitCodes.rejections);
  },
});
