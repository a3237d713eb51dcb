import { InvalidArgumentError } from 'commander';
import { command, option, wholeNumber } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { columns, isNeeded } from '../import/columns.ts';
import { type ImportOptions, importFile } from '../import/import-file.ts';

/** Enough to let the service commit several registrations together, few enough not to crowd out other callers. */
const CONCURRENCY_DEFAULT = 8;
const CONCURRENCY_MAX = 64;
/** With 64 characters of prefix a reference of the file still has 64 of its own. */
const REF_PREFIX = /^[^\p{Cc}]{1,64}$/u;
const SLUG = /^[a-z0-9-]{1,64}$/;

/** Options as commander gives them; most are absent by default. */
type RawOptions = Partial<Omit<ImportOptions, 'roster' | 'report' | 'references'>> & {
  readonly refPrefix?: string;
  readonly refsFromContent?: boolean;
  readonly roster?: string;
  readonly report?: string;
};

const NOTES = `Columns are found by name, in any case:
  needed     played_at with a time zone,
             team_a_1, team_a_2, team_b_1, team_b_2 (or a1, a2, b1, b2),
             winner or set_scores
  optional   ${columns
    .filter((column) => !isNeeded(column))
    .join(', ')
    .replace(', outcome', ',\n             outcome')}

The winner is A or B (1 and 2 will do) and may be absent where the score decides. Scores look
like “6-4 3-6 7-5”, “6:4, 7-6(5)” or “6-4 3-6 [10-8]”, team A first.

A match is known by its external_ref (or match_id). A file without that column gets references
made from time, players and score, the same ones each time. Matches that the service has already
count as duplicates, which are not errors. So after an interruption, run the same import again.
A row whose reference the service has for another match counts as a conflict and is not stored:
give a file that numbers its matches anew each month a prefix (--ref-prefix 2026-05-).
`;

/** `bandeja import` */
export const importCommand = command<RawOptions>({
  use: 'import <file>',
  summary: 'send a file of results to the service',
  description: 'Sends a file of results (.csv, .csv.gz, .json; “-” for CSV on standard input) to the service.',
  args: { file: 'the file' },
  options: [
    option('--map <ours=theirs>', 'the file’s name for one of our columns; may be repeated', addPair),
    option('--register', 'create missing players, private unless --public is given'),
    option('--public', 'with --register: create them public'),
    option('--roster <slug>', 'with --register: put every player of the file on this roster'),
    option('--ref-prefix <text>', 'put this before every external_ref of the file'),
    option('--refs-from-content', 'make every external_ref from time, players and score'),
    option('--dry-run', 'check everything, store nothing'),
    option('--report <file>', 'write a CSV line per row: created, duplicate, conflict or rejected, and why'),
    option(
      '--concurrency <n>',
      'player registrations at the same time; matches always go in order',
      concurrency,
    ).default(CONCURRENCY_DEFAULT),
    option('--quiet', 'no progress'),
  ],
  notes: NOTES,
  examples: [
    'import results.csv --register',
    'import results.csv.gz --map external_ref=Id --map winner=Won --dry-run',
    'import examples/club-night.json --register --roster thursday --report report.csv',
    'import - --json < results.csv',
  ],
  exitCodes:
    '0 done, 1 done with rejected or conflicting rows, 2 wrong use or a bad file, 3 the service cannot\nbe reached or does not allow it, 130 interrupted.',
  json: 'print the summary as JSON, nothing else',
  run: async ({ context, options }, file) => context.finish(await importFile(file, checked(options), context)),
});

/** Adds to an option that may be given several times. */
function addPair(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}

function concurrency(text: string): number {
  const count = wholeNumber(text);
  if (count >= 1 && count <= CONCURRENCY_MAX) return count;
  throw new InvalidArgumentError(`It is 1 to ${CONCURRENCY_MAX}.`);
}

function checked(options: RawOptions): ImportOptions {
  const { roster = null } = options;
  if (!options.register && (options.public || roster !== null)) {
    throw wrongUse('--public and --roster say how players are registered; they go with --register.');
  }
  if (roster !== null && !SLUG.test(roster)) {
    throw wrongUse(`--roster ${roster}: a roster’s slug is 1 to 64 of a–z, 0–9 and “-”.`);
  }
  if (options.refPrefix !== undefined && !REF_PREFIX.test(options.refPrefix)) {
    throw wrongUse('--ref-prefix: a prefix is 1 to 64 characters, none of them a control character.');
  }
  return {
    map: options.map ?? [],
    register: options.register ?? false,
    public: options.public ?? false,
    roster,
    references: { prefix: options.refPrefix ?? '', fromContent: options.refsFromContent ?? false },
    dryRun: options.dryRun ?? false,
    report: options.report ?? null,
    concurrency: options.concurrency ?? CONCURRENCY_DEFAULT,
    quiet: options.quiet ?? false,
    json: options.json ?? false,
  };
}
