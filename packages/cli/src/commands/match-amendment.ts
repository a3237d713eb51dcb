import { isDeepStrictEqual } from 'node:util';
import type { Api } from '@bandeja/client';
import { type Call, command } from '../command.ts';
import { grouped } from '../counts.ts';
import { CommandFailure, exitCodes, wrongUse } from '../exit.ts';
import { option, yesOption } from '../options.ts';
import { withSuggestions } from '../suggestions.ts';
import { printable } from '../terminal.ts';
import { widthOf } from '../text-width.ts';
import { jsonFile } from './files.ts';
import { type MatchOptions, matchFields, playedMatchOptions, usernamesOf } from './match-options.ts';
import { matchText, noteWarnings, scoreText, teamOf, termsText } from './match-text.ts';

interface AmendOptions extends MatchOptions {
  readonly file?: string;
  readonly yes?: boolean;
}

/** `bandeja matches amend` */
export const amendCommand = command<AmendOptions>({
  use: 'amend <id>',
  routes: ['PATCH /v1/matches/{id}', 'GET /v1/matches/{id}'],
  description:
    'Correct a match. Shows the changes, and asks for confirmation on a terminal. Ratings are recomputed as if the match had ' +
    'been correct from the start.',
  args: { id: 'The id of the match' },
  options: [
    ...playedMatchOptions,
    option('--file <file>', 'A JSON object with the changed fields; null removes a value (“-” for standard input)'),
    yesOption,
  ],
  examples: [
    'matches amend 019de4f2-a340-8f34-a99b-71224f08972d --winner B --score "4-6 5-7"',
    'matches amend 019de4f2-a340-8f34-a99b-71224f08972d --played-at "2026-05-01 21:10" --yes',
  ],
  notes: `Only the fields that you give are changed; “--outcome walkover” removes the score. If someone else changes the match before you confirm, your change
is refused (revision_conflict). Read the match again, then retry.
`,
  run: async (call, id) => {
    const client = call.partner;
    const given = await changesOf(call);
    const match = await client.matches.get(id);
    const changes = call.options.file === undefined ? writtenChanges(call, match) : given;
    const lines = differences(call, match, changes);
    if (lines.length === 0) {
      call.done(match, 'The match already has these values. Nothing was changed.');
      return;
    }
    if (!(await isMeant(call, lines))) throw new CommandFailure(exitCodes.wrongUse, 'Nothing was changed.');
    const amended = await withSuggestions(client, usernamesOf(call.options), () =>
      client.matches.amend(id, { revision: match.revision, ...changes }),
    );
    call.show(amended, matchText);
    noteWarnings(call, amended);
  },
});

/** The fields that the options change. A walkover has no score. */
function writtenChanges(call: Call<AmendOptions>, { outcome, set_scores }: Api.Match): Api.MatchAmendment {
  const fields = matchFields(call, outcome);
  const dropsScore = fields.outcome === 'walkover' && fields.set_scores === undefined && set_scores.length > 0;
  return dropsScore ? { ...fields, set_scores: [] } : fields;
}

/** The changes as given. A file is not validated: the service does that. */
async function changesOf(call: Call<AmendOptions>): Promise<Api.MatchAmendment> {
  const { file } = call.options;
  const fields = matchFields(call);
  if (file === undefined) {
    if (Object.keys(fields).length > 0) return fields;
    throw wrongUse('Nothing to change. Give at least one field, such as --score "6-4 7-5", or --file.');
  }
  if (Object.keys(fields).length > 0) throw wrongUse('Give the changes with options or with a file, not both.');
  const holds = 'the changed fields as a JSON object';
  const changes = await jsonFile(call, file, holds);
  if (!(changes instanceof Object) || Array.isArray(changes) || Object.keys(changes).length === 0)
    throw wrongUse(`The file should hold ${holds}.`);
  return changes;
}

/** Shows the change, and asks whether it is meant if someone is there to answer. */
async function isMeant({ context, options }: Call<AmendOptions>, lines: readonly string[]): Promise<boolean> {
  const { terminal } = context;
  const ask = options.yes ? null : terminal.confirm;
  if (ask !== null || !options.json) terminal.err(`${lines.join('\n')}\n`);
  return ask === null ? true : await ask('Apply this change?');
}

/** How fields are written in the table of changes; others are written as JSON. */
const written: Readonly<Record<string, (match: Api.Match, call: Call<AmendOptions>) => string | null>> = {
  winning_team: ({ winning_team }) => winning_team ?? 'draw',
  set_scores: (match) => scoreText(match),
  played_at: ({ played_at }, call) => call.timeText(played_at),
  confirmation: ({ confirmation }) => confirmation && termsText(confirmation),
  participants: (match) => (['A', 'B'] as const).map((team) => teamText(match, team)).join(' v. '),
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

function teamText(match: Api.Match, team: 'A' | 'B'): string {
  const players = teamOf(match, team).map(({ username, profile_id, display_name, court_position: side }) => {
    return `${username ?? profile_id ?? display_name}${side ? ` (${side})` : ''}`;
  });
  return players.join(' / ');
}

/** `score   6-4 7-5 → 6-4 5-7`, a line for each field that differs. */
function differences(call: Call<AmendOptions>, before: Api.Match, changes: Api.MatchAmendment): readonly string[] {
  const after = { ...before, ...changes } as Api.Match;
  const rows = Object.keys(changes)
    .filter((field) => field !== 'revision')
    .map((field) => {
      const text = (match: Api.Match) => {
        const value: unknown = match[field as keyof Api.Match];
        const write = isMalformed(field, value) ? undefined : written[field];
        return write === undefined ? plain(value) : (write(match, call) ?? '–');
      };
      return { field, was: text(before), becomes: text(after) };
    })
    .filter(({ field, was, becomes }) => was !== becomes || isHiddenChange(field, before, after));
  const width = Math.max(0, ...rows.map(({ field }) => widthOf(labels[field] ?? field)));
  return rows.map(({ field, was, becomes }) => {
    return printable(`${(labels[field] ?? field).padEnd(width)}  ${was} → ${becomes}`);
  });
}

/** Whether a file contains something else than a list of objects. */
function isMalformed(field: string, value: unknown): boolean {
  if (field !== 'set_scores' && field !== 'participants') return false;
  return !(Array.isArray(value) && value.every((entry) => entry instanceof Object));
}

/** The order of games changes the match, but not the scoreline. */
function isHiddenChange(field: string, before: Api.Match, after: Api.Match): boolean {
  if (field !== 'set_scores' || isMalformed(field, after.set_scores)) return false;
  const orders = ({ set_scores }: Api.Match) =>
    set_scores.map(({ game_winners, first_server_team }) => [game_winners, first_server_team]);
  const given = orders(after);
  return given.flat().some((value) => value !== undefined) && !isDeepStrictEqual(orders(before), given);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return grouped(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
