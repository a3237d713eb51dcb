/** A file that is being sent, for the page that shows its progress. */
import {
  type FoundPlayers,
  type Import,
  type KeptPlayers,
  REPORT_HEADER,
  type Report,
  reportLines,
  type SentRow,
} from '@bandeja/importer';
import { bandeja, refresh } from '../../api.ts';
import { texts } from '../../language.ts';
import { Refusal } from '../../problems.ts';
import type { Checked } from './CheckStep.tsx';
import { format } from './messages.ts';

const t = texts('console.import.send_step');

/** Rows with warnings that the check did not find, since it does not compare rows of different batches. */
export interface HeldRows {
  readonly report: Report;
  answer(isSent: boolean): void;
}

/** An import to send, and the functions to call on the way. */
interface Given {
  readonly importing: Import;
  readonly players: KeptPlayers;
  readonly checked: Checked;
  readonly onChange: () => void;
  readonly onOpened: (id: string) => void;
}

export class Sending {
  state: 'sending' | 'stopping' | 'stopped' | 'failed' | 'done' = 'stopped';
  /** Why the last attempt failed. */
  error: unknown = null;
  report: Report;
  held: HeldRows | null = null;
  /** How many players the import has registered. */
  registered = 0;
  /** Of the import at the service; null before it is opened. */
  id: string | null = null;
  readonly total: number;
  readonly #given: Given;
  readonly #seen: Set<number>;
  #stopping = new AbortController();

  constructor(given: Given) {
    this.#given = given;
    this.#seen = new Set(given.checked.seen);
    this.report = given.importing.report();
    this.total = given.importing.rows.length;
  }

  /** The file of results. */
  get text(): string {
    return `${REPORT_HEADER}${reportLines(this.report.results, this.id, format)}`;
  }

  /** Sends what has no state at the service, until the end or a stop. */
  async go(): Promise<void> {
    if (this.state === 'sending') return;
    const { importing, players, checked, onOpened, onChange } = this.#given;
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    this.report = importing.report();
    this.#change('sending');
    try {
      const found = await this.#findPlayers();
      const confirm = (held: readonly SentRow[]) => this.#confirm(held);
      const options = { ...checked.options, signal, confirm };
      for await (const event of importing.send(bandeja(), found, options, players)) {
        if (event.kind === 'opened') {
          this.id = event.import.id;
          this.registered = event.import.players_registered;
          onOpened(event.import.id);
        } else {
          this.report.add(event.rows, event.players);
          this.registered = Math.max(this.registered, this.report.playersIn('registered'));
        }
        onChange();
      }
      if (this.id !== null) this.registered = (await bandeja().imports.get(this.id)).players_registered;
      this.#change(this.report.results.length < this.total ? 'stopped' : 'done');
    } catch (error) {
      this.error = error;
      this.#change('failed');
    }
    await refresh();
  }

  /** Others may have registered players since the check. Those would be registered again under other usernames. */
  async #findPlayers(): Promise<FoundPlayers> {
    const { importing, players, checked } = this.#given;
    const found = await importing.players(bandeja(), players);
    const { clashes, unconfirmed } = found.players.others;
    const known = checked.found.players.others.unconfirmed;
    const before = checked.found.names?.people;
    const isUnclear = (found.names?.people.all ?? []).some(
      ({ name: { key }, meaning }) => meaning.kind === 'unclear' && before?.meaningOf(key)?.kind !== 'unclear',
    );
    if (isUnclear || clashes.length > 0 || [...unconfirmed.keys()].some((username) => !known.has(username)))
      throw new Refusal(t('players_changed'));
    return found;
  }

  /** Stops after the batch in flight. */
  stop(): void {
    this.#stopping.abort();
    this.held?.answer(false);
    if (this.state === 'sending') this.#change('stopping');
  }

  /** The rows that are stored in spite of their warnings. */
  async #confirm(rows: readonly SentRow[]): Promise<ReadonlySet<number>> {
    const unseen = rows.filter(({ own }) => !this.#seen.has(own.row.line));
    if (unseen.length > 0) {
      const report = this.#given.importing.report();
      report.add(unseen);
      const isSent = await new Promise<boolean>((answer) => {
        this.held = { report, answer };
        this.#given.onChange();
      });
      this.held = null;
      this.#given.onChange();
      if (isSent) for (const { own } of unseen) this.#seen.add(own.row.line);
    }
    return this.#seen;
  }

  #change(state: Sending['state']): void {
    this.state = state;
    this.#given.onChange();
  }
}
