/** Checking and sending a file, as `bandeja import` does. */
import type { Bandeja } from '@bandeja/client';
import { readExternalIds } from '@bandeja/importer/external-ids';
import { nameKey, unmarked } from '@bandeja/importer/names/name-forms';
import { NamesImport } from '@bandeja/importer/names/names-import';
import type { SettledName } from '@bandeja/importer/names/people';
import { type PlayerReader, readUsernames } from '@bandeja/importer/participants';
import { Registrar } from '@bandeja/importer/registrar';
import { Remarks } from '@bandeja/importer/remarks';
import { TwoRuns } from '@bandeja/importer/report';
import { type RowResult, Tally } from '@bandeja/importer/results';
import { type FileRow, faultyRow } from '@bandeja/importer/rows';
import { sendRows } from '@bandeja/importer/send';
import type { Source } from '@bandeja/importer/source';
import { type ConfirmWarned, Submitter } from '@bandeja/importer/submitter';
import { Terms } from '@bandeja/importer/terms';
import { findUsedPlayers, type UsedPlayers } from '@bandeja/importer/used-players';
import { patientClient } from '../../api.ts';
import { type Decisions, followed } from './decisions.ts';
import { translate } from './translate.ts';

function settledNames(decisions: Decisions): ReadonlyMap<string, SettledName> {
  const settled = new Map<string, SettledName>();
  const settle = (name: string, username: string, displayName: string | null, isNew: boolean): void => {
    settled.set(nameKey(name), { name, username, displayName, countryCode: null, isNew });
  };
  for (const name of Object.keys(decisions)) {
    const last = followed(name, decisions);
    if (last === 'open' || last === 'circle') continue;
    const { decision } = last;
    if (decision.kind === 'player') settle(name, decision.username, decision.displayName, false);
    if (decision.kind === 'new') settle(name, decision.username, unmarked(last.name), true);
    if (decision.kind === 'same' && decision.username !== null) {
      const shown = unmarked(decision.name);
      settle(name, decision.username, shown, true);
      settle(decision.name, decision.username, shown, true);
    }
  }
  return settled;
}

/** The requests that were sent again. */
interface Retries {
  count: number;
  onRetry: () => void;
}

/** A file with its players, ready to be checked or sent. */
export interface Ready {
  readonly retries: Retries;
  readonly client: Bandeja;
  readonly source: Source;
  /** Null if the file has usernames or ids. */
  readonly names: NamesImport | null;
  /** Finds the players of ids; null if the file has none. */
  readonly byId: PlayerReader | null;
  /** Null if unknown players are not registered. */
  readonly registrar: Registrar | null;
  /** A sentence for each username that its player cannot have. */
  readonly clashes: readonly string[];
}

export interface PlayerRules {
  readonly hasNames: boolean;
  /** The kind of the club's ids that the file has; null for none. */
  readonly idKind: string | null;
  readonly registers: boolean;
  readonly decisions: Decisions;
}

/** Finds out which players the file names. Nothing is stored. @throws {BandejaError} if the person may not read players */
export async function findPlayers(
  source: Source,
  { hasNames, idKind, registers, decisions }: PlayerRules,
): Promise<Ready> {
  const retries: Retries = { count: 0, onRetry: () => {} };
  const onRetry = () => {
    retries.count++;
    retries.onRetry();
  };
  // The page translates the service's sentences with those of the reader.
  const client = patientClient(onRetry, 'en');
  const names = hasNames ? await NamesImport.of(client, source, settledNames(decisions), registers) : null;
  const byId = idKind === null ? null : await readExternalIds(client, source, idKind);
  const registrar =
    registers && byId === null
      ? new Registrar(client, {
          isPublic: false,
          roster: null,
          profiles: new Map([...source.envelope.players, ...(names?.profiles ?? [])]),
          made: names?.people ?? null,
          retries: () => retries.count,
        })
      : null;
  const clashes = (await names?.checkOthers(client, registrar)) ?? [];
  return { retries, client, source, names, byId, registrar, clashes };
}

/**
 * Finds out whose players the file uses, before a row is sent.
 * @throws {BandejaError} if the file gives display names and the key may not read players
 */
export async function checkPlayers({ client, source, names, byId, registrar, clashes }: Ready): Promise<UsedPlayers> {
  // The club has given these ids to these players.
  if (byId !== null) return { clashes, ofOthers: new Map(), unconfirmed: new Map() };
  const used = await findUsedPlayers(client, source, names === null ? readUsernames : null, registrar);
  const named = (names?.summary.of_other_partners ?? []).map((one) => [one.username, one.display_name] as const);
  return { ...used, clashes: [...clashes, ...used.clashes], ofOthers: new Map([...named, ...used.ofOthers]) };
}

export interface SendOptions {
  /** Runs all checks and stores nothing. */
  readonly isDryRun: boolean;
  /** Leaves out rows with warnings. */
  readonly isStrict: boolean;
  readonly replaceVoided: boolean;
  /** The numbers of rows that are not sent, because a person left them out. */
  readonly leftOut: readonly number[];
  /** Asks about rows with warnings before they are sent; null sends them. */
  readonly confirm: ConfirmWarned | null;
}

async function* withoutRows(rows: AsyncIterable<FileRow>, leftOut: ReadonlySet<number>): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    const { line, externalRef } = row;
    yield leftOut.has(line) ? faultyRow(line, externalRef, [{ group: 'warned', detail: LEFT_OUT }]) : row;
  }
}

const LEFT_OUT = 'left out because of its warnings';

/** What the rows have become so far. */
export class Run {
  readonly tally = new Tally();
  readonly remarks = new Remarks();
  readonly total: number;
  readonly #ready: Ready;
  readonly #submitter: Submitter;
  readonly #results: AsyncGenerator<readonly RowResult[]>;
  readonly #runs: TwoRuns;

  /** @param earlier references of the matches that an earlier run created, by id */
  constructor(ready: Ready, options: SendOptions, earlier: ReadonlyMap<string, string> = new Map()) {
    const { client, source, names, byId, registrar } = ready;
    const { isDryRun, isStrict, replaceVoided, leftOut, confirm } = options;
    this.#ready = ready;
    this.total = source.total;
    this.#runs = new TwoRuns(earlier);
    this.#submitter = new Submitter(client, {
      isDryRun,
      session: source.envelope.session,
      registrar,
      rowName: source.rowName,
      terms: new Terms(source.plan, translate),
      isStrict,
      confirm,
    });
    this.#results = sendRows(withoutRows(source.rows(this.remarks.add), new Set(leftOut)), {
      client,
      source,
      readPlayers: byId ?? names?.reader ?? readUsernames,
      submitter: this.#submitter,
      replaceVoided,
    });
  }

  /** Players registered, or to be registered in a dry run. */
  get registered(): number {
    return this.#submitter.registered;
  }

  /** In a dry run, the players that would be registered, with the usernames that they get. */
  get newPlayers(): readonly (readonly [name: string, username: string])[] {
    const { names, registrar } = this.#ready;
    return [...this.#submitter.wouldRegister].map((username) => [
      names?.people.newPersonAt(username)?.displayName ?? '',
      registrar?.plannedUsername(username) ?? username,
    ]);
  }

  /** Sends the next batch. @returns its results; null at the end of the file */
  async next(): Promise<readonly RowResult[] | null> {
    const next = await this.#results.next();
    if (next.done) return null;
    const results = this.#runs.merged(next.value);
    for (const result of results) {
      this.tally.add(result);
      this.remarks.settle(result);
    }
    return results;
  }

  /** Report lines of matches that the earlier run created, and this one has not reached. */
  leftLines(): string {
    return this.#runs.leftLines();
  }
}
