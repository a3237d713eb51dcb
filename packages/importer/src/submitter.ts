import type { Api, Bandeja, SubmitAllOptions, SubmitOutcome } from '@bandeja/client';
import { collect } from './collections.ts';
import type { Envelope } from './json-file.ts';
import type { Registrar } from './registrar.ts';
import { outcomeOf, type RowOutcome, type RowResult, resultOfFaulty, resultOfWarned, withRefusals } from './results.ts';
import { ahead, type ImportRow, isReady, type ReadyRow, type RowName, windowsOf, withUsernames } from './rows.ts';
import type { Terms } from './terms.ts';
import { MatchLines, warningsOf } from './warnings.ts';

/** How many windows are prepared while another one is sent. */
const WINDOWS_AHEAD = 2;
/** Rows of a batch, and of a dry run: its answers decide which rows the next one asks about. */
const BATCH_ROWS_MAX = 25;

/** Asks whether rows with warnings are sent. */
export type ConfirmWarned = (warned: readonly RowResult[]) => Promise<boolean>;

export interface SubmitterOptions {
  /** Runs all checks, and stores nothing. */
  readonly isDryRun: boolean;
  readonly session: Envelope['session'];
  /** Registers missing players; null: they are not registered. */
  readonly registrar: Registrar | null;
  /** What the number of a row counts. */
  readonly rowName: RowName;
  readonly terms: Terms;
  /** Rejects rows with warnings. */
  readonly isStrict: boolean;
  /** Asks about rows with warnings, which a dry run finds, before they are sent; null sends them. */
  readonly confirm: ConfirmWarned | null;
  /** Called before rows go out to be stored. */
  readonly onSending?: ((rows: readonly ReadyRow[]) => Promise<void>) | undefined;
}

/** A row that was sent, and its answer. */
interface Answered {
  readonly row: ReadyRow;
  readonly answer: SubmitOutcome;
}

/** Consecutive rows, with what a dry run has found out about some of them. */
interface Window {
  readonly rows: readonly ImportRow[];
  readonly surveyed: ReadonlyMap<ImportRow, RowOutcome>;
  /** Rows that are stored already, and so are not sent. */
  readonly stored: ReadonlySet<ImportRow>;
}

/** Registers the players of rows, sends the rows, and returns a result for each. */
export class Submitter {
  readonly #client: Bandeja;
  readonly #options: SubmitterOptions;
  /** Players that a dry run found missing, and a real run would register. */
  readonly wouldRegister = new Set<string>();
  /** All rows of the last dry run are stored already, so the next ones may be too. */
  #isRepetition = false;
  readonly #lines = new MatchLines();
  #unchecked = 0;

  constructor(client: Bandeja, options: SubmitterOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Players registered so far; in a dry run, those that would be. */
  get registered(): number {
    return this.#options.isDryRun ? this.wouldRegister.size : (this.#options.registrar?.created ?? 0);
  }

  /** Rows that a dry run accepts and for whose warnings the service does not look yet, because their players are not registered. */
  get unchecked(): number {
    return this.#unchecked;
  }

  /**
   * Sends rows. Each batch waits for the response to the one before, because a late match changes the ratings of later ones. Between two
   * yields there is at most one batch in flight.
   * @returns the results after each batch, in the file's order
   * @throws {BandejaError} if a batch is refused as a whole, or gets no response
   */
  async *submit(rows: AsyncIterable<ImportRow>): AsyncGenerator<readonly RowResult[]> {
    const prepare = (window: readonly ImportRow[]) => this.#prepare(window);
    async function* prepared(): AsyncGenerator<Window> {
      for await (const window of windowsOf(rows)) yield await prepare(window);
    }
    for await (const window of ahead(prepared(), WINDOWS_AHEAD)) {
      for (const part of this.#partsOf(window)) yield* this.#send(part);
    }
  }

  /**
   * Finds the missing players of a window, and registers them. A dry run of a row returns which of its players are missing, and whether
   * the row is rejected anyway: the players of such a row are not registered. For each unknown player, one row is surveyed. While all
   * answers are that the row is stored, every row is surveyed: that costs less than sending it.
   */
  async #prepare(rows: readonly ImportRow[]): Promise<Window> {
    const { isDryRun, registrar } = this.#options;
    const missing = new Set<string>();
    const surveyed = new Map<ImportRow, RowOutcome>();
    const stored = new Set<ImportRow>();
    if (isDryRun || registrar === null) return { rows, surveyed, stored };
    const isKnown = (username: string): boolean => registrar.isSettled(username) || missing.has(username);
    for (let left = rows.filter(isReady); ; left = left.filter((row) => !surveyed.has(row))) {
      const asked = (this.#isRepetition ? left : onePerPlayer(left, isKnown)).slice(0, BATCH_ROWS_MAX);
      if (asked.length === 0) break;
      const answers = await collect(this.#submitAll(asked, { dryRun: true }));
      const outcomes = asked.map((row, place) => outcomeOf(row, answers[place] as SubmitOutcome, this.#options.terms));
      const { found, absent } = playersOf(outcomes);
      const wanted = found.filter((username) => registrar.sendsEveryone && !registrar.isMade(username));
      for (const username of [...wanted, ...absent, ...this.#madeIn(outcomes.filter(isAccepted))])
        missing.add(username);
      registrar.settle(found.filter((username) => !missing.has(username) && !registrar.isMade(username)));
      // A row may also be a duplicate of one before it in the same request, which is not stored yet.
      this.#isRepetition = outcomes.every(isStored);
      for (const outcome of outcomes) {
        surveyed.set(outcome.row, outcome);
        if (this.#isRepetition) stored.add(outcome.row);
      }
    }
    await registrar.register(missing);
    return { rows, surveyed, stored };
  }

  async *#send({ rows, surveyed, stored }: Window): AsyncGenerator<readonly RowResult[]> {
    const sent = new Map<ImportRow, ReadyRow>();
    for (const row of rows) {
      const final = isReady(row) && !stored.has(row) ? this.#withFinalUsernames(row) : null;
      if (final !== null) sent.set(row, final);
    }
    const refused = await this.#review(sent);
    for (const row of refused.keys()) sent.delete(row);
    let answered = 0;
    const answers = this.#submitAll(this.#announced([...sent.values()]), {
      dryRun: this.#options.isDryRun || undefined,
      onProgress: ({ done }) => {
        answered = done;
      },
    });
    let batch: (Answered | RowResult)[] = [];
    for (const row of rows) {
      const final = sent.get(row);
      if (final === undefined) batch.push(refused.get(row) ?? this.#resultOfUnsent(row, surveyed.get(row)));
      else {
        const { value } = await answers.next();
        const answer = value as SubmitOutcome;
        batch.push({ row: final, answer });
        if (answer.index + 1 < answered) continue;
        yield this.#resultsOf(batch);
        batch = [];
      }
    }
    if (batch.length > 0) yield this.#resultsOf(batch);
  }

  /** If rows are reviewed, the parts of a window that are reviewed and sent one after the other. */
  *#partsOf({ rows, ...found }: Window): Generator<Window> {
    const size = this.#isReviewed ? BATCH_ROWS_MAX : Math.max(1, rows.length);
    for (let start = 0; start < rows.length; start += size) yield { ...found, rows: rows.slice(start, start + size) };
  }

  /** @returns the results of rows that are not sent because of their warnings */
  async #review(sent: ReadonlyMap<ImportRow, ReadyRow>): Promise<ReadonlyMap<ImportRow, RowResult>> {
    const { isStrict, confirm, isDryRun } = this.#options;
    if (!this.#isReviewed || isDryRun || sent.size === 0) return new Map();
    const rows = [...sent.keys()];
    const answers = await collect(this.#submitAll([...sent.values()], { dryRun: true }));
    const answered = [...sent.values()].map((row, place) => ({ row, answer: answers[place] as SubmitOutcome }));
    this.#rememberLines(answered);
    const warned = answered.flatMap((one, place): [ImportRow, RowResult][] => {
      const { result } = this.#outcomeOf(one);
      return result.warnings.length === 0 ? [] : [[rows[place] as ImportRow, result]];
    });
    if (warned.length === 0) return new Map();
    if (!isStrict && (await confirm?.(warned.map(([, result]) => result)))) return new Map();
    return new Map(warned.map(([row, result]) => [row, resultOfWarned(result, isStrict)]));
  }

  get #isReviewed(): boolean {
    return this.#options.isStrict || this.#options.confirm !== null;
  }

  /** The results of a batch. A warning about one of its rows may name a later one. */
  #resultsOf(batch: readonly (Answered | RowResult)[]): readonly RowResult[] {
    this.#rememberLines(batch.filter((one) => 'answer' in one));
    return batch.map((one) => ('answer' in one ? this.#settle(this.#outcomeOf(one)) : one));
  }

  #rememberLines(answered: readonly Answered[]): void {
    for (const { row, answer } of answered) if (answer.status === 'created') this.#lines.add(answer.matchId, row.line);
  }

  #outcomeOf({ row, answer }: Answered): RowOutcome {
    return outcomeOf(row, answer, this.#options.terms, warningsOf(answer, this.#lines, this.#options.rowName));
  }

  #submitAll(
    rows: readonly ReadyRow[] | AsyncIterable<ReadyRow>,
    options: SubmitAllOptions,
  ): AsyncGenerator<SubmitOutcome, void> {
    return this.#client.matches.submitAll(submissionsOf(rows), {
      session: this.#options.session,
      concurrency: 1,
      ...options,
    });
  }

  /** Announces rows just before they are sent. A batch has no more rows than are announced at once. */
  async *#announced(rows: readonly ReadyRow[]): AsyncGenerator<ReadyRow> {
    const { onSending, isDryRun } = this.#options;
    for (let start = 0; start < rows.length; start += BATCH_ROWS_MAX) {
      const batch = rows.slice(start, start + BATCH_ROWS_MAX);
      if (!isDryRun) await onSending?.(batch);
      yield* batch;
    }
  }

  /** The made usernames in rows. They are registered even if the service knows them, because they then belong to other players. */
  #madeIn(outcomes: readonly RowOutcome[]): string[] {
    const { registrar } = this.#options;
    return outcomes.flatMap(({ row }) => namedIn(row)).filter((username) => registrar?.isMade(username));
  }

  /** The row as it is sent; null if a player with a made username is not registered. */
  #withFinalUsernames(row: ReadyRow): ReadyRow | null {
    const { isDryRun, registrar } = this.#options;
    if (isDryRun || registrar === null) return row;
    const usernames = row.usernames.map((username) => (username === null ? null : registrar.finalUsername(username)));
    if (usernames.some((username, place) => username === null && row.usernames[place] !== null)) return null;
    return usernames.every((username, place) => username === row.usernames[place])
      ? row
      : withUsernames(row, usernames);
  }

  #resultOfUnsent(row: ImportRow, outcome: RowOutcome | undefined): RowResult {
    if (!isReady(row)) return resultOfFaulty(row, this.#options.terms);
    if (outcome !== undefined && !isAccepted(outcome)) return this.#settle(outcome);
    // The service refused to register its players.
    const { line, externalRef } = row;
    const code = 'participant_not_eligible';
    const refusals = namedIn(row).flatMap((username) => this.#options.registrar?.refusalOf(username) ?? []);
    if (refusals.length === 0) throw new Error('A row was not sent without a reason.');
    const faults = refusals.map((refusal) => ({ problem: `${code}: ${refusal}`, detail: refusal }));
    return { line, externalRef, status: 'rejected', id: null, code, detail: refusals.join(' '), faults, warnings: [] };
  }

  /** Adds known facts about the row's players. */
  #settle(outcome: RowOutcome): RowResult {
    const { result, ineligible } = outcome;
    const { isDryRun, isStrict, registrar } = this.#options;
    if (isDryRun && isStrict && result.warnings.length > 0) return resultOfWarned(result, true);
    if (registrar === null) return result;
    if (isDryRun) {
      if (!isAccepted(outcome)) return result;
      if (ineligible !== null) this.#unchecked++;
      // The service checks players last, so nothing else is wrong with the row, and a real run would register them.
      const missing = [...(ineligible ?? []), ...this.#madeIn([outcome])];
      for (const username of missing) if (!registrar.isExisting(username)) this.wouldRegister.add(username);
      return { ...result, status: 'created', code: null, detail: null };
    }
    const refusals = (ineligible ?? []).map((username) => registrar.refusalOf(username) ?? '');
    return withRefusals(result, refusals);
  }
}

async function* submissionsOf(
  rows: readonly ReadyRow[] | AsyncIterable<ReadyRow>,
): AsyncGenerator<Api.MatchSubmission> {
  for await (const { submission } of rows) yield submission as unknown as Api.MatchSubmission;
}

/** The first row of each unknown player. */
function onePerPlayer(rows: readonly ReadyRow[], isKnown: (username: string) => boolean): readonly ReadyRow[] {
  const covered = new Set<string>();
  return rows.filter((row) => {
    const unknown = namedIn(row).filter((username) => !isKnown(username) && !covered.has(username));
    for (const username of unknown) covered.add(username);
    return unknown.length > 0;
  });
}

/** The players that exist, and those that do not. The service checks them last: a row that is rejected otherwise says nothing about them. */
function playersOf(outcomes: readonly RowOutcome[]): { readonly found: string[]; readonly absent: readonly string[] } {
  const checked = outcomes.filter(
    ({ result, ineligible }) => result.status !== 'conflict' && (result.status !== 'rejected' || ineligible !== null),
  );
  const absent = new Set(checked.flatMap(({ ineligible }) => ineligible ?? []));
  const found = checked.flatMap(({ row }) => namedIn(row)).filter((username) => !absent.has(username));
  return { found, absent: [...absent] };
}

/** Whether nothing is wrong with the row, except perhaps missing players. */
const isAccepted = ({ result, ineligible }: RowOutcome): boolean => result.status === 'created' || ineligible !== null;
const isStored = ({ result }: RowOutcome): boolean => result.status === 'duplicate' || result.status === 'conflict';
const namedIn = ({ usernames }: ReadyRow): string[] => usernames.filter((username) => username !== null);
