/** Sends the rows of a file to an import of the service. The service remembers what became of each, so it can go on anywhere. */
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';
import { collect } from '../collections.ts';
import { fileFault } from '../message.ts';
import type { Players } from '../names/players.ts';
import type { Reading } from '../reading.ts';
import { fittingValues, jsonBytes, labelOf } from './fitting.ts';
import { prepareRows } from './prepare.ts';
import type { PreparedRow } from './prepared-row.ts';
import { differingAnswer, fittingReading, type StoredReading } from './stored-reading.ts';

export interface SendOptions {
  /** Whether rows are stored again whose matches are voided, under new references. */
  readonly replaceVoided: boolean;
  /** `reject`: rows with warnings are not stored. `ask`: only those that {@link SendOptions.confirm} names. */
  readonly onWarning: 'store' | 'reject' | 'ask';
  readonly isPublic: boolean;
  /** The roster of the players of created and duplicate rows; null for none. */
  readonly roster: string | null;
  /** The options of an open import that goes on. Those that differ are refused. */
  readonly begun?: Api.Import['options'];
  /** The numbers of rows that are left out because of their warnings. */
  readonly leftOut?: ReadonlySet<number>;
  /** Asks which of these rows are stored in spite of their warnings. */
  readonly confirm?: (held: readonly SentRow[]) => Promise<ReadonlySet<number>>;
  /** Leaves the import open if rows are left out because of their warnings: someone may confirm them later. */
  readonly staysOpen?: boolean;
  /** Stops after the batch in flight. */
  readonly signal?: AbortSignal;
}

/** A row with its answer. */
export interface SentRow {
  readonly own: PreparedRow;
  readonly result: Api.ImportRow;
}

export type SendEvent =
  | { readonly kind: 'opened'; readonly import: Api.Import }
  | { readonly kind: 'rows'; readonly rows: readonly SentRow[]; readonly players: readonly Api.ImportedPlayerResult[] };

type RowsEvent = Extract<SendEvent, { readonly kind: 'rows' }>;

const BATCH_ROWS = 25;
/** A request has at most 128 KiB. */
const BATCH_BYTES = 100 * 1024;

/**
 * Opens or finds the service's import, sends what has no state there, and closes it.
 * @param stored kept with the import
 * @throws {BandejaError} if a batch is refused as a whole, or gets no response. @throws {ImportFault} for one with other options or answers
 */
export async function* sendRows(
  client: Bandeja,
  reading: Reading,
  players: Players,
  options: SendOptions,
  stored: StoredReading,
): AsyncGenerator<SendEvent> {
  const prepared = prepareRows(reading, players);
  if (prepared.length === 0) return;
  const { name, sha256 } = reading.file;
  const shared = importOptions(reading, options);
  const opened = await open(client, {
    label: labelOf(name),
    content_hash: sha256,
    options: shared,
    reading: fittingReading(stored),
  });
  const answer = differingAnswer(opened, stored);
  if (answer !== null) throw fileFault('file.open_otherwise', { id: opened.id, answer });
  yield { kind: 'opened', import: opened };
  const before = (await answeredRows(client, opened, prepared)).filter(
    ({ result: { state } }) => state !== 'rejected' && state !== 'held',
  );
  if (before.length > 0) yield { kind: 'rows', rows: before, players: [] };
  const done = new Set(before.map(({ own }) => own.row.line));
  let hasLeftOut = false;
  try {
    for (const batch of batchesOf(prepared.filter(({ row }) => !done.has(row.line)))) {
      if (options.signal?.aborted) return;
      for await (const event of sendBatch(client, opened.id, players, batch, options, shared)) {
        hasLeftOut ||= event.rows.some(isLeftOut);
        for (const { own } of event.rows) done.add(own.row.line);
        yield event;
      }
    }
  } catch (error) {
    if (!(error instanceof BandejaError) || !error.is('import_closed')) throw error;
    // Another client may have sent the remaining rows.
    const missing = prepared.filter(({ row }) => !done.has(row.line));
    const closed = await client.imports.get(opened.id);
    const rows = await answeredRows(client, closed, missing);
    if (closed.undo !== null || rows.length < missing.length) throw error;
    yield { kind: 'rows', rows, players: [] };
    return;
  }
  if (!hasLeftOut || options.staysOpen !== true) await client.imports.close(opened.id);
}

/** Those of the rows that the import has, with their states. */
async function answeredRows(client: Bandeja, one: Api.Import, rows: readonly PreparedRow[]): Promise<SentRow[]> {
  if (Object.values(one.rows).every((count) => count === 0)) return [];
  const stored = await collect(client.imports.rows(one.id, { limit: 1000 }));
  const known = new Map(stored.map((row) => [row.line, row]));
  return rows.flatMap((own) => {
    const result = known.get(own.row.line);
    return result === undefined ? [] : [{ own, result }];
  });
}

const isLeftOut = ({ result: { state, problems } }: SentRow): boolean =>
  state === 'held' || problems.some(({ code }) => code === 'left_out');

async function open(client: Bandeja, body: Api.NewImport): Promise<Api.Import> {
  try {
    return await client.imports.open(body);
  } catch (error) {
    if (!(error instanceof BandejaError) || !error.is('import_open')) throw error;
    const { import_id: id } = error.problem;
    throw fileFault('file.open_elsewhere', { id: String(id) });
  }
}

/** Tries the rows. Nothing is stored, so rows do not see those before them that are in another batch. */
export async function* checkRows(
  client: Bandeja,
  reading: Reading,
  players: Players,
  options: SendOptions,
): AsyncGenerator<SendEvent> {
  const isStrict = options.onWarning === 'reject';
  const shared = importOptions(reading, isStrict ? options : { ...options, onWarning: 'store' });
  for (const batch of batchesOf(prepareRows(reading, players))) {
    const body = { ...bodyOf(batch, players, options.leftOut), options: shared };
    const { results, players: found } = await client.imports.check(body);
    const rows = paired(batch, results);
    yield { kind: 'rows', rows: isStrict ? rows.map(heldIfWarned) : rows, players: found };
    if (options.signal?.aborted) return;
  }
}

/** The service does not see the warnings of the reader. */
const heldIfWarned = (sent: SentRow): SentRow =>
  sent.result.state === 'created' && sent.own.warnings.length > 0
    ? { ...sent, result: { ...sent.result, state: 'held' } }
    : sent;

function importOptions(reading: Reading, options: SendOptions): Api.NewImportOptions {
  return {
    ...options.begun,
    references: reading.makesReferences ? 'derived' : 'given',
    on_voided: options.replaceVoided ? 'replace' : 'leave',
    on_warning: options.onWarning === 'store' ? 'store' : 'hold',
    ...(options.isPublic ? { profile_is_public: true } : {}),
    ...(options.roster === null ? {} : { roster_slug: options.roster }),
    ...(reading.common as Api.NewImportOptions),
  };
}

/** Rows that were answered are given out even if a later request, or the answer of a person, fails. */
async function* sendBatch(
  client: Bandeja,
  id: string,
  players: Players,
  batch: readonly PreparedRow[],
  { onWarning, confirm, leftOut }: SendOptions,
  shared: Api.NewImportOptions,
): AsyncGenerator<RowsEvent> {
  // The service does not see the warnings of the reader.
  const isHeld = ({ row, match, warnings }: PreparedRow): boolean =>
    onWarning !== 'store' && match !== null && warnings.length > 0 && !leftOut?.has(row.line);
  const own = batch.filter(isHeld);
  const others = batch.filter((row) => !isHeld(row));
  const answers = new Map<number, SentRow>();
  const found: Api.ImportedPlayerResult[] = [];
  const sendAll = async (rows: readonly PreparedRow[], left?: ReadonlySet<number>, isConfirmed = false) => {
    if (rows.length === 0) return [];
    const answer = await client.imports.send(id, bodyOf(rows, players, left, isConfirmed));
    const sent = paired(rows, answer.results);
    for (const one of sent) answers.set(one.own.row.line, one);
    found.push(...answer.players);
    return sent;
  };
  const event = (): RowsEvent => {
    const rows = batch.flatMap(({ row }) => answers.get(row.line) ?? []);
    return { kind: 'rows', rows, players: found };
  };
  try {
    const first = await sendAll(others, leftOut);
    const tried = await tryHeld(client, players, own, shared);
    const triedLines = new Set(tried.map(({ own: { row } }) => row.line));
    await sendAll(own.filter(({ row }) => !triedLines.has(row.line)));
    const held = [...first.filter(({ result }) => result.state === 'held'), ...tried].toSorted(
      (one, other) => one.own.row.line - other.own.row.line,
    );
    const confirmed = held.length === 0 || onWarning !== 'ask' ? NONE : ((await confirm?.(held)) ?? NONE);
    const again = held.filter(({ own: { row } }) => confirmed.has(row.line)).map((one) => one.own);
    await sendAll(again, undefined, true);
    // The service does not hold them, so those that were not confirmed are recorded as left out.
    const refused = tried.filter(({ own: { row } }) => !confirmed.has(row.line)).map((one) => one.own);
    await sendAll(refused, new Set(refused.map(({ row }) => row.line)));
  } catch (error) {
    if (answers.size > 0) yield event();
    throw error;
  }
  yield event();
}

const NONE: ReadonlySet<number> = new Set();

/** The rows that the reader warns of and that would be stored. The others are sent as usual. */
async function tryHeld(
  client: Bandeja,
  players: Players,
  own: readonly PreparedRow[],
  options: Api.NewImportOptions,
): Promise<readonly SentRow[]> {
  if (own.length === 0) return [];
  const { results } = await client.imports.check({ ...bodyOf(own, players), options });
  return paired(own, results).filter(({ result }) => result.state === 'created' || result.state === 'held');
}

const paired = (batch: readonly PreparedRow[], results: readonly Api.ImportRow[]): readonly SentRow[] =>
  results.flatMap((result, place) => {
    const own = batch[place];
    return own === undefined ? [] : [{ own, result }];
  });

/** The service keeps at most ten faults of a row. */
const FAULTS_MAX = 10;

function bodyOf(
  batch: readonly PreparedRow[],
  players: Players,
  leftOut: ReadonlySet<number> = NONE,
  confirmed = false,
): Api.ImportBatch {
  const rows = batch.map(({ row: { line }, match, faults }) => {
    if (leftOut.has(line)) return { line, faults: [{ code: 'left_out', values: {} }] };
    if (match !== null) return { line, match, ...(confirmed ? { confirmed } : {}) };
    const sent = faults.slice(0, FAULTS_MAX).map(({ code, values, columns }) => ({
      code: code.slice('fault.'.length),
      values: fittingValues({ ...values, columns }),
    }));
    return { line, faults: sent };
  });
  const registrations = players.registrationsFor(rows.flatMap((row) => ('match' in row ? [row.match] : [])));
  return { rows, ...(registrations.length === 0 ? {} : { players: [...registrations] }) };
}

function* batchesOf(rows: readonly PreparedRow[]): Generator<readonly PreparedRow[]> {
  let batch: PreparedRow[] = [];
  let size = 0;
  for (const row of rows) {
    const bytes = jsonBytes(row.match ?? row.faults);
    if (batch.length === BATCH_ROWS || (batch.length > 0 && size + bytes > BATCH_BYTES)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(row);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}
