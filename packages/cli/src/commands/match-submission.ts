import type { Api, Bandeja, SubmittedMatch } from '@bandeja/client';
import type { MatchContent } from '@bandeja/importer';
import { type Call, command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { option } from '../options.ts';
import { withSuggestions } from '../suggestions.ts';
import { jsonFile } from './files.ts';
import {
  type MatchFields,
  type MatchOptions,
  matchFields,
  playedMatchOptions,
  trustTierOption,
  usernamesOf,
} from './match-options.ts';
import { matchText, noteWarnings } from './match-text.ts';

interface SubmitOptions extends MatchOptions {
  readonly ref?: string;
  readonly dryRun?: boolean;
}

/** `bandeja matches submit` */
export const submitCommand = command<SubmitOptions>({
  use: 'submit [file]',
  routes: ['POST /v1/matches'],
  description:
    'Submit a match. Describe it with options, or give a JSON file with the body of POST /v1/matches (“-” for standard input).',
  args: { file: 'A JSON file, instead of options' },
  options: [
    ...playedMatchOptions,
    trustTierOption,
    option('--ref <external_ref>', 'Your own reference (default: derived from time, players and score)'),
    option('--dry-run', 'Validate the match without storing it'),
  ],
  examples: [
    'matches submit --a ines.carvalho,tiago_m --b lucia.v,marcosroig --score "6-4 7-5" --played-at "2026-05-01 19:10"',
    'matches submit match.json --dry-run',
  ],
  notes: `Running the same command twice stores one match, because the derived reference is the same. With
“--played-at now” the time differs, and so does the reference.
`,
  run: async (call, file) => {
    const client = call.partner;
    const { alreadyStored, ...match } =
      file === '' ? await submitWritten(call, client) : await submitFile(call, client, file);
    call.show(match, matchText);
    noteWarnings(call, match);
    if (alreadyStored) call.note('The match was already stored.');
    else if (call.options.dryRun) call.note('The match is valid. Nothing was stored.');
  },
});

async function submitFile(call: Call<SubmitOptions>, client: Bandeja, file: string): Promise<SubmittedMatch> {
  if (call.options.ref !== undefined || Object.keys(matchFields(call)).length > 0)
    throw wrongUse('Describe the match with options or with a file, not both.');
  // The service checks it.
  const match = (await jsonFile(call, file, 'one match as a JSON object')) as Api.MatchSubmission;
  return client.matches.submit(match, { dryRun: call.options.dryRun });
}

async function submitWritten(call: Call<SubmitOptions>, client: Bandeja): Promise<SubmittedMatch> {
  const fields = matchFields(call);
  const { participants, played_at, winning_team } = fields;
  if (participants === undefined) throw wrongUse('Give a file, or both teams with --a and --b.');
  if (played_at === undefined) throw wrongUse('Give the time of the match: --played-at "2026-05-01 19:10".');
  if (winning_team === undefined) {
    throw wrongUse(
      fields.set_scores === undefined
        ? 'Give the result: --score "6-4 7-5", or --winner A, B or draw.'
        : 'The score does not decide the winner. Give --winner A, B or draw.',
    );
  }
  const { madeReference, scoreWarnings, textOf } = await import('@bandeja/importer');
  const match: Api.MatchSubmission = {
    external_ref: call.options.ref ?? madeReference(contentOf(fields), ''),
    trust_tier: 'partner_attested',
    ...fields,
    participants,
    played_at,
    winning_team,
  };
  const warnings = scoreWarnings(match);
  if (warnings.length > 0) {
    const { loadMessages } = await import('@bandeja/messages');
    for (const warning of warnings) call.note(`Warning: ${textOf(loadMessages('en'), warning)}`);
  }
  return withSuggestions(client, usernamesOf(call.options), () =>
    client.matches.submit(match, { dryRun: call.options.dryRun }),
  );
}

function contentOf(fields: MatchFields): MatchContent {
  const team = (name: string) =>
    (fields.participants ?? []).filter(({ team }) => team === name).map(({ username }) => username);
  return {
    playedAt: fields.played_at,
    teamA: team('A'),
    teamB: team('B'),
    winner: fields.winning_team,
    sets: fields.set_scores ?? [],
  };
}
