import { competitionWeights } from '@bandeja/rating';
import { InvalidArgumentError } from 'commander';
import { isTimezone } from '../clock.ts';
import { command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { dateOrders } from '../import/dates.ts';
import { type ImportOptions, importFile } from '../import/import-file.ts';
import { readClock } from '../import/played-at.ts';
import type { ReadingOptions } from '../import/settle.ts';
import { option, withValues } from '../options.ts';

/** A reference has at most 128 characters, so 64 are left for those of the file. */
const REF_PREFIX = /^[^\p{Cc}]{1,64}$/u;
const SLUG = /^[a-z0-9-]{1,64}$/;

/** Options as commander gives them; most are absent by default. */
type RawOptions = RawNames &
  Partial<Omit<ImportOptions, 'roster' | 'report' | 'references' | 'reading' | 'sheet' | 'competition' | 'names'>> & {
    readonly dates?: ReadingOptions['dates'];
    readonly timezone?: string;
    readonly time?: string;
    readonly scores?: ReadingOptions['scores'];
    readonly sheet?: string;
    readonly competition?: string;
    readonly session?: string;
    readonly sessionByDay?: boolean;
    readonly refPrefix?: string;
    readonly refsFromContent?: boolean;
    readonly roster?: string;
    readonly report?: string;
  };

interface RawNames {
  readonly names?: boolean | undefined;
  readonly players?: string | null | undefined;
  readonly playersOut?: string | null | undefined;
}

const COMPETITIONS = Object.keys(competitionWeights);

const NOTES = `Columns are found by name: our own names, or words in English, Spanish, Portuguese, Italian or French:
  when      played_at, or date and time             Fecha, Hora, Data, Ora, Heure
  players   team_a and team_b, two in a cell        Pareja 1, Dupla 2, Coppia, Equipo local
            or team_a_1, team_a_2, team_b_1, …      Jugador 1 to Jugador 4
  result    winner, set_scores, or set_1, set_2, …  Ganador, Vincitore, Resultado, Set 1
  optional  external_ref, outcome, venue_label, court, session_external_ref (Torneo,
            Liga), round (Jornada, Rodada, Giornata), duration_minutes, trust_tier, competition_type, scoring
At least the time, the players, and one of winner and score are needed.

Scores look like “6-4 3-6 7-5”, “6/4 7/6(5)”, “6-4 3-6 [10-8]”, team A first; “W.O.”, “ret.” and “Ab.” may
stand with them. The winner is A, 1, Pareja 1, Local, or names of one team, and may be absent where the
score decides. A level score in points is a draw.

What the file leaves open is never guessed: dates such as 03/04 need --dates unless another date of the
file decides, times without a zone need --timezone. On a terminal the command asks, shows the first
matches as it reads them, and sends nothing before you agree (--yes: at once).

With --names a name means the one of your own people who has it, without case and accents. A name that
none of them has is a new player for --register, with a username made from it (marta.gil). A name that may mean
several people, or be a short form of another one (Marta G.), is never guessed: its rows are rejected,
and listed with the people that it may mean, until a players file decides.

A match is known by its external_ref (or match_id). A file without that column gets references
made from time, players and score, the same ones each time. Matches that the service has already
count as duplicates, which are not errors. So after an interruption, run the same import again.
A row whose reference the service has for another match counts as a conflict and is not stored:
if a file numbers its matches from 1 each month, give it a prefix (--ref-prefix 2026-05-).
`;

/** `bandeja import` */
export const importCommand = command<RawOptions>({
  use: 'import <file>',
  routes: ['POST /v1/matches/batch', 'POST /v1/players/batch'],
  summary: 'send a file of results to the service',
  description:
    'Sends a file of results (.csv, .tsv, .txt, .xlsx, .json; “-” for CSV on standard input) to the service.',
  args: { file: 'the file' },
  options: [
    option('--map <ours=theirs>', 'the file’s name for one of our columns; may be repeated', addPair),
    withValues(option('--dates <order>', 'what 03/04/2026 is: dmy, mdy or ymd', dateOrder), ['dmy', 'mdy', 'ymd']),
    option('--timezone <zone>', 'where times without a zone were played, such as Europe/Madrid', timezone),
    option('--time <clock>', 'the time of matches that have only a date, such as 20:00', clock),
    withValues(option('--scores <what>', 'what scores such as 2-1 count: sets or games', scoreCounts), [
      'sets',
      'games',
    ]),
    option('--sheet <sheet>', 'name or number of the sheet of an .xlsx file; the first if absent'),
    withValues(
      option('--competition <type>', `of matches that do not say it: ${COMPETITIONS.join(', ')}`, competition),
      COMPETITIONS,
    ),
    option('--session <name>', 'the night, league or tournament of matches that do not say it'),
    option('--session-by-day', 'one session for each day, so that each evening has a recap'),
    option('--yes', 'on a terminal: send without asking'),
    option('--names', 'match players by name instead of username'),
    option(
      '--players <file>',
      'which player each name means, as CSV or .xlsx: name, username, display_name, country_code',
    ),
    option('--players-out <file>', 'write such a file to start from: every name with what it means'),
    option('--register', 'create missing players, private unless --public is given'),
    option('--public', 'with --register: create them public'),
    option('--roster <slug>', 'with --register: put every player of the file on this roster'),
    option('--ref-prefix <text>', 'put this before every external_ref of the file'),
    option('--refs-from-content', 'make every external_ref from time, players and score'),
    option('--dry-run', 'check everything, store nothing'),
    option('--report <file>', 'write a CSV line per row: created, duplicate, conflict or rejected, and why'),
    option('--quiet', 'no progress'),
  ],
  notes: NOTES,
  examples: [
    'import results.csv --register',
    'import resultados.xlsx --timezone Europe/Madrid --dates dmy --register',
    'import noche.csv --names --register --dry-run --players-out players.csv',
    'import noche.csv --players players.csv --register',
    'import results.csv.gz --map external_ref=Id --map winner=Won --dry-run',
    'import examples/club-night.json --register --roster thursday --report report.csv',
    'import - --json < results.csv',
  ],
  exitCodes:
    '0 done, 1 done with rejected or conflicting rows, 2 wrong use, a bad file, or a question\nanswered with no, 3 the service cannot be reached or does not allow it, 130 interrupted.',
  json: 'print the summary as JSON, nothing else',
  run: async ({ context, options }, file) => context.finish(await importFile(file, checked(options), context)),
});

/** Adds to an option that may be given several times. */
function addPair(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}

function dateOrder(text: string): ReadingOptions['dates'] {
  const order = dateOrders.find((known) => known === text.toLowerCase());
  if (order !== undefined) return order;
  throw new InvalidArgumentError(`Must be one of ${dateOrders.join(', ')}.`);
}

function timezone(text: string): string {
  if (isTimezone(text)) return text;
  throw new InvalidArgumentError('Must be the name of a time zone, such as Europe/Madrid or America/Sao_Paulo.');
}

function clock(text: string): string {
  if ('value' in readClock(text)) return text;
  throw new InvalidArgumentError('Must be a time, such as 20:00.');
}

function competition(text: string): string {
  const type = COMPETITIONS.find((known) => known === text.toLowerCase());
  if (type !== undefined) return type;
  throw new InvalidArgumentError(`Must be one of ${COMPETITIONS.join(', ')}.`);
}

function scoreCounts(text: string): ReadingOptions['scores'] {
  if (text === 'sets' || text === 'games') return text;
  throw new InvalidArgumentError('Must be sets or games.');
}

/** A players file implies `--names`. */
function nameOptions({ names = false, players = null, playersOut = null }: RawNames): ImportOptions['names'] {
  return names || players !== null || playersOut !== null ? { players, playersOut } : null;
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
    reading: {
      dates: options.dates ?? null,
      timezone: options.timezone ?? null,
      time: options.time ?? null,
      scores: options.scores ?? null,
      sessions: { name: options.session ?? null, isByDay: options.sessionByDay ?? false },
    },
    sheet: options.sheet ?? null,
    competition: options.competition ?? null,
    yes: options.yes ?? false,
    names: nameOptions(options),
    register: options.register ?? false,
    public: options.public ?? false,
    roster,
    references: { prefix: options.refPrefix ?? '', fromContent: options.refsFromContent ?? false },
    dryRun: options.dryRun ?? false,
    report: options.report ?? null,
    quiet: options.quiet ?? false,
    json: options.json ?? false,
  };
}
