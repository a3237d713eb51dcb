import type { Api, Bandeja, SubmittedMatch } from '@bandeja/client';
import { type Call, command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { madeReference } from '../import/references.ts';
import { option } from '../options.ts';
import { withSuggestions } from '../suggestions.ts';
import { jsonFile } from './files.ts';
import {
  type MatchFields,
  type MatchOptions,
  matchFields,
  noDraw,
  playedMatchOptions,
  trustTierOption,
  usernamesOf,
} from './match-options.ts';
import { matchText } from './match-text.ts';

interface SubmitOptions extends MatchOptions {
  readonly ref?: string;
  readonly dryRun?: boolean;
}

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
    option('--dry-run', 'check everything, store nothing'),
  ],
  examples: [
    'matches submit --a ines.carvalho,tiago_m --b lucia.v,marcosroig --score "6-4 7-5" --played-at "2026-05-01 19:10"',
    'matches submit match.json --dry-run',
  ],
  notes: `The same command line stores nothing twice: the default reference is the same, too. With “--played-at now”, the
time differs, and so does the reference.
`,
  run: async (call, file) => {
    const client = call.partner;
    const { alreadyStored, ...match } =
      file === '' ? await submitWritten(call, client) : await submitFile(call, client, file);
    call.show(match, matchText);
    if (alreadyStored) call.note('The match was already stored.');
    else if (call.options.dryRun) call.note('Checked; nothing was stored.');
  },
});

async function submitFile(call: Call<SubmitOptions>, client: Bandeja, file: string): Promise<SubmittedMatch> {
  if (Object.keys(matchFields(call)).length > 0) throw wrongUse('Give the match with options or as a file, not both.');
  // The service checks it.
  const match = (await jsonFile(call, file, 'one match as a JSON object')) as Api.MatchSubmission;
  return client.matches.submit(match, { dryRun: call.options.dryRun });
}

async function submitWritten(call: Call<SubmitOptions>, client: Bandeja): Promise<SubmittedMatch> {
  const fields = matchFields(call);
  const { participants, played_at, winning_team } = fields;
  if (participants === undefined) throw wrongUse('Give a file, or the two teams with --a and --b.');
  if (played_at === undefined) throw wrongUse('Say when it was played: --played-at "2026-05-01 19:10".');
  if (winning_team === null && fields.set_scores === undefined) throw noDraw();
  if (winning_team === undefined) {
    throw wrongUse('Say who won: --score "6-4 7-5", or --winner A, B or draw.');
  }
  const match: Api.MatchSubmission = {
    external_ref: call.options.ref ?? referenceOf(fields),
    trust_tier: 'partner_attested',
    ...fields,
    participants,
    played_at,
    winning_team,
  };
  return withSuggestions(client, usernamesOf(call.options), () =>
    client.matches.submit(match, { dryRun: call.options.dryRun }),
  );
}

function referenceOf(fields: MatchFields): string {
  const team = (name: string) =>
    (fields.participants ?? []).filter(({ team }) => team === name).map(({ username }) => username);
  return madeReference(
    {
      playedAt: fields.played_at,
      teamA: team('A'),
      teamB: team('B'),
      winner: fields.winning_team,
      sets: fields.set_scores ?? [],
    },
    '',
  );
}
