import { isDeepStrictEqual } from 'node:util';
import { type Client, pathOf } from '../api/client.ts';
import { type Call, command, option } from '../command.ts';
import { CommandFailure, exitCodes, wrongUse } from '../exit.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import { grouped } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { printable } from '../terminal.ts';
import { widthOf } from '../text-width.ts';
import { jsonFile } from './files.ts';
import { type MatchOptions, matchFields, playedMatchOptions, usernamesOf } from './match-options.ts';
import { matchText, scoreText, teamOf, usernameOf } from './match-text.ts';

interface AmendOptions extends MatchOptions {
  readonly file?: string;
  readonly yes?: boolean;
}

/** `bandeja matches amend` */
export const amendCommand = command<AmendOptions>({
  use: 'amend <id>',
  routes: ['PATCH /v1/matches/{id}', 'GET /v1/matches/{id}'],
  description:
    'Correct a match. Shows what changes, and on a terminal asks before it does. Ratings become what they would be if the ' +
    'match had been submitted like this.',
  args: { id: 'the match’s id' },
  options: [
    ...playedMatchOptions,
    option('--file <file>', 'the changed fields as a JSON object; null takes a value away (“-” for standard input)'),
    option('--yes', 'do not ask'),
  ],
  examples: [
    'matches amend 019de4f2-a340-8f34-a99b-71224f08972d --winner B --score "4-6 5-7"',
    'matches amend 019de4f2-a340-8f34-a99b-71224f08972d --played-at "2026-05-01 21:10" --yes',
  ],
  notes: `Of the match only what you give changes. If someone else changes it while you are asked, your change is
refused (revision_conflict): look at the match again.
`,
  run: async (call, id) => {
    const client = call.partner;
    const path = pathOf('v1', 'matches', id);
    const given = await changesOf(call);
    const match = objectOf(await client.get(path));
    const isWritten = call.options.file === undefined;
    const changes = isWritten ? matchFields(call, textOf(match['outcome']) ?? 'played') : given;
    const lines = differences(call, match, changes);
    if (lines.length === 0) {
      call.done(match, 'Already so: nothing was changed.');
      return;
    }
    if (!(await isMeant(call, lines))) throw new CommandFailure(exitCodes.wrongUse, 'Nothing was changed.');
    call.show(await amend(client, path, { revision: match['revision'], ...changes }, call), matchText);
  },
});

async function changesOf(call: Call<AmendOptions>): Promise<JsonObject> {
  const { file } = call.options;
  const fields = matchFields(call);
  if (file === undefined) {
    if (Object.keys(fields).length > 0) return fields;
    throw wrongUse('Nothing to change: give what is to change, for example --score "6-4 7-5", or --file.');
  }
  if (Object.keys(fields).length > 0) throw wrongUse('Give the changes with options or as a file, not both.');
  const holds = 'the changed fields as a JSON object';
  const changes = objectOf(await jsonFile(call, file, holds));
  if (Object.keys(changes).length === 0) throw wrongUse(`The file should hold ${holds}.`);
  return changes;
}

function amend(client: Client, path: string, body: JsonObject, call: Call<AmendOptions>): Promise<unknown> {
  // With a revision a second try would be refused, because the first has raised it.
  return withSuggestions(client, usernamesOf(call.options), async () => {
    return (await client.request('PATCH', path, { body, isRepeatable: false })).body;
  });
}

/** Shows the change, and asks whether it is meant if someone is there to answer. */
async function isMeant({ context, options }: Call<AmendOptions>, lines: readonly string[]): Promise<boolean> {
  const { terminal } = context;
  const ask = options.yes ? null : terminal.confirm;
  if (ask !== null || !options.json) terminal.err(`${lines.join('\n')}\n`);
  return ask === null ? true : await ask('Apply this change?');
}

/** How a field is called and written in the table of changes; others are written as JSON under their own names. */
const written: Readonly<Record<string, (match: JsonObject, call: Call<AmendOptions>) => string | null>> = {
  winning_team: ({ winning_team }) => textOf(winning_team) ?? 'draw',
  set_scores: (match) => scoreText(match),
  played_at: ({ played_at }, call) => call.timeText(textOf(played_at) ?? '–'),
  participants: (match) => ['A', 'B'].map((name) => teamOf(match, name).map(participantText).join(' / ')).join(' v. '),
};
const labels: Readonly<Record<string, string>> = {
  winning_team: 'winner',
  set_scores: 'score',
  played_at: 'played',
  participants: 'players',
  session_external_ref: 'session',
  venue_label: 'venue',
  competition_type: 'competition',
  duration_minutes: 'minutes',
};

function participantText(participant: JsonObject): string {
  const side = textOf(participant['court_position']);
  return `${usernameOf(participant)}${side === null ? '' : ` (${side})`}`;
}

/** `score   6-4 7-5 → 6-4 5-7`, a line for each field that differs. */
function differences(call: Call<AmendOptions>, before: JsonObject, changes: JsonObject): readonly string[] {
  const after = { ...before, ...changes };
  const rows = Object.keys(changes)
    .filter((field) => field !== 'revision')
    .map((field) => {
      const write = written[field] ?? ((match: JsonObject) => plain(match[field]));
      return { field, was: write(before, call) ?? '–', becomes: write(after, call) ?? '–' };
    })
    .filter(({ field, was, becomes }) => was !== becomes || isHiddenChange(field, before, changes));
  const width = Math.max(0, ...rows.map(({ field }) => widthOf(labels[field] ?? field)));
  return rows.map(({ field, was, becomes }) => {
    return printable(`${(labels[field] ?? field).padEnd(width)}  ${was} → ${becomes}`);
  });
}

/** The order of games changes the match and no scoreline. */
function isHiddenChange(field: string, before: JsonObject, changes: JsonObject): boolean {
  if (field !== 'set_scores') return false;
  const orders = (match: JsonObject) =>
    objectsOf(match['set_scores']).map(({ game_winners, first_server_team }) => [game_winners, first_server_team]);
  const given = orders(changes).some((order) => order.some((value) => value !== undefined));
  return given && !isDeepStrictEqual(orders(before), orders(changes));
}

function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const count = numberOf(value);
  return count !== null ? grouped(count) : (textOf(value) ?? JSON.stringify(value));
}
