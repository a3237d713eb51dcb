/** Goes on with the open import of a file: with its choices, wherever the command line makes none. */
import type { Api } from '@bandeja/client';
import {
  type Answers,
  type ColumnPlan,
  type Decision,
  type Decisions,
  type FoundPlayers,
  Import,
  keptReading,
  type LoadedFile,
  nameKey,
  normalise,
  type PlayersKind,
  unmarked,
} from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import { wrongUse } from '../exit.ts';
import { quoted } from './conflict-advice.ts';
import { type GivenOptions, type ImportOptions, kindIn } from './import-options.ts';

/** A file that is read as its open import began it. */
export interface Resumed {
  readonly importing: Import;
  /** Those of the command line, and the choices of the import. */
  readonly options: ImportOptions;
  readonly decisions: Decisions;
  /** Whether the import keeps how its file is read. */
  readonly hasAnswers: boolean;
  /** For a person. */
  readonly text: string;
}

/** How the moment of an import is shown. */
interface Shown {
  readonly format: Format;
  readonly timeZone: string;
}

/**
 * Reads the file with the choices of its open import.
 * @param own the file as the command line reads it; null if it cannot be read that way
 * @throws {CommandFailure} for an option that contradicts the import. @throws {ImportFault} for a file that cannot be read
 */
export async function resumed(
  earlier: Api.Import,
  file: LoadedFile,
  own: Import | null,
  options: ImportOptions,
  shown: Shown,
): Promise<Resumed> {
  const kept = keptReading(earlier);
  refuse(contradictionIn(earlier, own, options), earlier.id, shown.format);
  const importing = await Import.resume(file, earlier, options);
  refuse(otherColumnIn(earlier, options, importing.reading.plan), earlier.id, shown.format);
  return {
    importing,
    options: withChoices(options, earlier),
    decisions: kept.players?.decisions ?? {},
    hasAnswers: kept.answers !== undefined,
    text: sentence(earlier, own, options, shown),
  };
}

/** A choice as the command line makes it. The value is empty for an option without one. */
interface Choice {
  readonly option: string;
  readonly value: string;
}

const textOf = ({ option, value }: Choice): string => (value === '' ? option : `${option} ${quoted(value)}`);

/** How a file is read, by an open import or by the command line. What is absent is not chosen. */
interface Choices {
  readonly sheet?: string | null | undefined;
  readonly encoding?: string | null | undefined;
  readonly answers?: Partial<Answers> | undefined;
  readonly players?: { readonly kind: PlayersKind | undefined; readonly registers: boolean };
  readonly service: Pick<GivenOptions, 'public' | 'roster' | 'replaceVoided' | 'strict'>;
}

function choicesOf({ sheet, encoding, answers: { sessions, ...answers } = {}, players, service }: Choices) {
  const { kind, registers } = players ?? {};
  const values: Readonly<Record<string, string | boolean | null | undefined>> = {
    ...{ '--sheet': sheet, '--encoding': encoding },
    ...{ '--dates': answers.dates, '--timezone': answers.timezone, '--time': answers.time },
    ...{ '--scores': answers.scores, '--session': sessions?.name, '--session-by-day': sessions?.isByDay },
    ...{ '--venue': answers.venue, '--competition': answers.competition },
    ...{ '--ref-prefix': answers.prefix, '--refs-from-content': answers.fromContent },
    ...{ '--names': kind === 'names', '--ids': typeof kind === 'object' && kind.ids, '--register': registers },
    ...{ '--public': service.public, '--roster': service.roster, '--replace-voided': service.replaceVoided },
    '--strict': service.strict,
  };
  return Object.entries(values).flatMap(([option, value]): Choice[] =>
    value == null || value === '' || value === false ? [] : [{ option, value: value === true ? '' : value }],
  );
}

const serviceChoices = ({ options }: Api.Import): GivenOptions => ({
  public: options.profile_is_public,
  ...(options.roster_slug === null ? {} : { roster: options.roster_slug }),
  replaceVoided: options.on_voided === 'replace',
});

/** What an import without this choice leaves to the file, or to rows that were not stored. */
const MAY_BE_ADDED: ReadonlySet<string> = new Set(['--dates', '--timezone', '--time', '--register']);
/** Options of which one is chosen. */
const ALTERNATIVES: readonly (readonly string[])[] = [
  ['--names', '--ids'],
  ['--session', '--session-by-day'],
];

/** An option that contradicts an import, and the choice of the import; null if it has none. */
type Contradiction = readonly [given: Choice, kept: string | null];

function contradictionIn(earlier: Api.Import, own: Import | null, options: ImportOptions): Contradiction | null {
  const { answers, players, sheet, encoding } = keptReading(earlier);
  const service = { ...serviceChoices(earlier), strict: earlier.options.on_warning === 'hold' };
  const theirs = choicesOf({ sheet, encoding, answers, ...(players && { players }), service });
  const file = own?.reading.file;
  // An import of another program keeps no answers.
  const given = choicesOf({
    ...(answers && { sheet: options.sheet && file?.sheet, encoding: options.encoding && file?.encoding }),
    ...(answers && { answers: options.answers }),
    ...(players && { players: { kind: kindIn(options), registers: options.register ?? false } }),
    service: options,
  });
  for (const choice of given) {
    const same = theirs.find(({ option }) => option === choice.option);
    if (same === undefined ? MAY_BE_ADDED.has(choice.option) : same.value === choice.value) continue;
    const group = ALTERNATIVES.find((one) => one.includes(choice.option)) ?? [choice.option];
    const instead = theirs.filter(({ option }) => group.includes(option)).map(textOf);
    return [choice, instead.length === 0 ? null : instead.join(' ')];
  }
  return null;
}

const mapChoice = (column: string, header: string): Choice => ({ option: '--map', value: `${column}=${header}` });

/** @param plan of the file as the import reads it */
function otherColumnIn(earlier: Api.Import, options: ImportOptions, plan: ColumnPlan | null): Contradiction | null {
  if (keptReading(earlier).answers === undefined) return null;
  for (const [column, header] of options.mapping) {
    const known = plan?.names[plan.places.get(column) ?? -1];
    if (known === undefined || normalise(known) !== normalise(header))
      return [mapChoice(column, header), known === undefined ? null : textOf(mapChoice(column, known))];
  }
  return null;
}

/** @throws {CommandFailure} naming the option and the ways out */
function refuse(contradiction: Contradiction | null, id: string, format: Format): void {
  if (contradiction === null) return;
  const [given, kept] = contradiction;
  const values = { option: textOf(given), id, with: kept === null ? 'other' : 'yes', choice: kept ?? '' } as const;
  throw wrongUse(format('summary.contradicts_import', values));
}

/** The options of the command line, with the choices of the import in place of those that it does not make. */
function withChoices(options: ImportOptions, earlier: Api.Import): ImportOptions {
  const { players } = keptReading(earlier);
  const kind = kindIn(options) ?? players?.kind;
  return {
    ...{ ...serviceChoices(earlier), ...options },
    ...(kind === 'names' && { names: true }),
    ...(typeof kind === 'object' && { ids: kind.ids }),
    register: options.register ?? players?.registers ?? false,
  };
}

function sentence(
  earlier: Api.Import,
  own: Import | null,
  { dryRun, players: playersFile }: ImportOptions,
  { format, timeZone }: Shown,
): string {
  const { answers, players, mapping = {}, sheet = null, encoding = null } = keptReading(earlier);
  // These are choices only where the command line reads the file otherwise.
  const file = own?.reading.file;
  const choices = [
    ...choicesOf({
      sheet: sheet === file?.sheet ? null : sheet,
      encoding: encoding === file?.encoding ? null : encoding,
      service: {},
    }),
    ...Object.entries(mapping).map(([column, header]) => mapChoice(column, header)),
    ...choicesOf({ answers, ...(players && { players }), service: serviceChoices(earlier) }),
  ];
  const decisions = Object.keys(players?.decisions ?? {}).length;
  const list = [
    ...(choices.length === 0 ? [] : [choices.map(textOf).join(' ')]),
    ...(answers?.meanings == null ? [] : [format('summary.its_columns')]),
    ...(decisions === 0 ? [] : [format('summary.its_decisions', { decisions })]),
    ...(earlier.options.on_warning === 'hold' ? [format('summary.it_holds')] : []),
  ];
  const locale = format('language.formats');
  const date = new Date(earlier.created_at).toLocaleString(locale, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone },
  });
  const going = format('summary.going_on', {
    ...{ id: earlier.id, date, is_check: dryRun ? 'yes' : 'other' },
    ...{ has_choices: list.length === 0 ? 'other' : 'yes', choices: list.join(', ') },
  });
  const areDecisionsLost = players?.kind === 'names' && players.decisions === undefined && playersFile === undefined;
  return areDecisionsLost ? `${going} ${format('summary.decisions_lost')}` : going;
}

/** What a players file has settled, for a client that goes on without it. */
export function decisionsOf({ names }: FoundPlayers, before: Decisions): Decisions {
  if (names === null) return before;
  const settled = names.people.all.flatMap(({ name, meaning }): [string, Decision][] => {
    if (meaning.kind !== 'settled') return [];
    const { username = meaning.username, displayName = null, isNew = false } = names.settled.get(name.key) ?? {};
    const isNamed = displayName !== null && nameKey(displayName) !== nameKey(unmarked(name.name));
    return [[name.name, isNew && !isNamed ? { kind: 'new', username } : { kind: 'player', username, displayName }]];
  });
  return { ...before, ...Object.fromEntries(settled) };
}
