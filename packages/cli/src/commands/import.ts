import { competitionTypes } from '@bandeja/contract/match-enums';
import { isTimezone } from '@bandeja/importer/values';
import { InvalidArgumentError } from 'commander';
import { command } from '../command.ts';
import type { GivenOptions } from '../import/import-options.ts';
import { languageTag } from '../language.ts';
import { choice, inAnyCase, option, quietOption, withValues, yesOption } from '../options.ts';
import { closeCommand } from './import-close.ts';
import { listCommand } from './import-list.ts';
import { undoCommand } from './import-undo.ts';

const NOTES = `Headers may be Bandeja’s column names, or words in English, Spanish, Portuguese, Italian or French:
  time      played_at, or date and time             Fecha, Hora, Data, Ora, Heure
  players   team_a and team_b, two in a cell        Pareja 1, Dupla 2, Coppia, Equipo local
            or team_a_1, team_a_2, team_b_1, …      Jugador 1 to Jugador 4
  result    winner, set_scores, or set_1, set_2, …  Ganador, Vincitore, Resultado, Set 1
  optional  external_ref, outcome, venue_label, court, session_external_ref (Torneo,
            Liga), round (Jornada, Rodada, Giornata), duration_minutes, trust_tier, competition_type, scoring
Each row needs a time, four players, and a winner or a score.

Write scores like “6-4 3-6 7-5”, “6/4 7/6(5)” or “6-4 3-6 [10-8]”, team A first. Mark a walkover with “W.O.”, and
a retirement with “ret.” or “Ab.”. The winner is A, 1, Pair 1, Home, or the name of a team or its players. If the score decides
the winner, leave the winner out. A level score in points is a draw.

The command never guesses. If every date can be read in two ways, like 03/04, give --dates. If times have no zone,
give --timezone. On a terminal, the command asks for both, shows the first matches, and sends them after you confirm.

With --ids KIND, each player is an id of that kind that you stored with the player. A row with an unknown id is rejected.

With --names, each name is looked up among your players, ignoring case and accents. With --register, an unknown name
becomes a new player with a username derived from it (marta.gil). Rows with an ambiguous name, or with a short form
of another name (Marta G.), are rejected and listed. A players file decides who is meant.

It warns of scores that are rarely meant, and of two matches of the same players at nearly the same time. On a
terminal, the command shows such rows and asks before it sends them; in a script they are stored and listed. With
--strict they are rejected.

A match is identified by its external_ref (or match_id). Without that column, references are derived from time,
players and score. A match that is already stored counts as a duplicate, which is not an error. After an
interruption, import the file again: the command takes the choices of the import that is open, from the web console, too.
A row whose reference belongs to a different match is a conflict and
is not stored. If a file numbers its matches from 1 each month, add a prefix (--ref-prefix 2026-05-).

To correct an import: “bandeja import undo REPORT” voids what it created. Then import the corrected file with
--replace-voided, because a voided match keeps its reference.
`;

/** `bandeja import` */
export const importCommand = command<GivenOptions>({
  use: 'import <file>',
  routes: [
    'GET /v1/imports',
    'POST /v1/imports',
    'POST /v1/imports/{id}/rows',
    'GET /v1/imports/{id}/rows',
    'POST /v1/imports/{id}/close',
    'POST /v1/imports/check',
  ],
  description:
    'Import matches from a file. Reads .csv, .tsv, .txt, .xlsx and .json, and CSV from standard input (“-”).',
  args: { file: 'The file' },
  options: [
    option(
      '--map <column=header>',
      'Read a Bandeja column from a column of the file, such as winner=Ganador; repeatable',
      addPair,
    ),
    inAnyCase(choice('--dates <order>', 'The order of dates such as 03/04/2026', ['dmy', 'mdy', 'ymd'])),
    option('--timezone <zone>', 'The time zone of times that have none, such as Europe/Madrid', timezone),
    option('--time <clock>', 'The time of matches that have only a date, such as 20:00', clock),
    choice('--scores <what>', 'Whether a score such as 2-1 is in sets, games or points', ['sets', 'games', 'points']),
    option('--encoding <name>', 'The encoding of a text file, such as windows-1251 or ibm850 (default: recognized)'),
    option('--sheet <sheet>', 'Name or number of the sheet of an .xlsx file (default: the first)'),
    inAnyCase(choice('--competition <type>', 'The kind of competition, if the file has none', competitionTypes)),
    option('--session <name>', 'The name of the night, league or tournament, if the file has none'),
    option('--venue <text>', 'The venue of matches that have none; a court of the file is added to it'),
    option('--session-by-day', 'Make each day a session, so that each night has a recap'),
    yesOption,
    option('--names', 'Match players by name instead of username'),
    option('--ids <kind>', 'The players are your external ids of this kind, such as licence'),
    option(
      '--players <file>',
      'A CSV or .xlsx file that maps names to usernames (columns: name, username, display_name, country_code)',
    ),
    option('--players-out <file>', 'Write a players file that lists every name in the import'),
    option('--register', 'Register players that do not exist yet; private unless you give --public'),
    option('--public', 'With --register: make the new players public'),
    option('--roster <slug>', 'With --register: add all players of the file to this roster'),
    option('--ref-prefix <text>', 'A prefix for every external_ref of the file'),
    option('--refs-from-content', 'Derive every external_ref from time, players and score'),
    option('--dry-run', 'Validate everything without storing it'),
    option('--strict', 'Reject rows with warnings, such as an unfinished set'),
    option('--replace-voided', 'Store rows again whose matches are voided, under new references such as m1~2'),
    withValues(option('--lang <language>', 'The language of the texts (default: that of the terminal)', languageTag), [
      'en',
      'es',
      'pt-PT',
      'pt-BR',
    ]),
    option('--report <file>', 'Write a CSV file with the result of each row; replaces only another report'),
    quietOption,
  ],
  notes: NOTES,
  subcommands: [listCommand, closeCommand, undoCommand],
  examples: [
    'import results.csv --register',
    'import resultados.xlsx --timezone Europe/Madrid --dates dmy --register',
    'import noche.csv --names --register --dry-run --players-out players.csv',
    'import noche.csv --players players.csv --register',
    'import results.csv.gz --map external_ref=Id --map winner=Won --dry-run',
    'import examples/club-night.json --register --roster thursday --report report.csv',
    'import - --json < results.csv',
    'import undo report.csv',
  ],
  exitCodes:
    '0: all rows are stored, or would be (--dry-run), or belong to voided matches; 1: some rows are rejected or in conflict;\n2: wrong usage, an unreadable file, or not confirmed; 3: the service cannot be reached or does not allow it;\n130: interrupted',
  json: 'Print only the summary, as JSON',
  run: async ({ context, options }, file) => {
    // Half of the command's code, which no other command needs.
    const [{ checked }, { importFile }] = await Promise.all([
      import('../import/import-options.ts'),
      import('../import/import-file.ts'),
    ]);
    context.finish(await importFile(file, checked(options), context));
  },
});

/** Adds to an option that may be given several times. */
function addPair(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}

function timezone(text: string): string {
  if (isTimezone(text)) return text;
  throw new InvalidArgumentError('Must be the name of a time zone, such as Europe/Madrid or America/Sao_Paulo.');
}

function clock(text: string): string {
  if (/^([01]?\d|2[0-3])[:.h][0-5]\d$/.test(text)) return text;
  throw new InvalidArgumentError('Must be a time, such as 20:00.');
}
