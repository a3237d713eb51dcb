import { MODEL_VERSION } from '../../rating/index.ts';
import type { LedgerState } from '../../store/ledger/ledger-state.ts';
import type { StoredLedger, StoredRatings } from '../../store/ledger/verification.ts';
import type { HistoryReplay, ReplayedPlayer, StatesAround } from './history-replay.ts';
import type { LedgerPlace } from './places.ts';
import type { RatedMatch } from './rated-match.ts';
import type { Difference } from './shapes.ts';
import { storedAfter, storedBefore } from './states.ts';
import { settledPart } from './status.ts';

/** Compares what is stored of ratings with a replay, bit for bit. NaN stands for null and for no state. */

const EXAMPLES_MAX = 20;

/** Columns of instants and counts: they are stored as such, so a difference shows no bits. */
const NOT_DOUBLES = ['played_at', 'last_played_at', 'matches_played'];
/** The last millisecond that a `Date` can be. */
const DATE_MS_MAX = 8_640_000_000_000_000;

type Place = Pick<Difference, 'match_id' | 'player_id' | 'field'>;

/** Counts differences and keeps the first of them as examples. */
export class Differences {
  readonly examples: Difference[] = [];
  count = 0;

  compareNumbers(place: Place, stored: number | undefined, replayed: number | undefined): void {
    if (Object.is(stored, replayed)) return;
    const [is, should] = [shown(place.field, stored), shown(place.field, replayed)];
    this.#add({ ...place, stored: is.value, replayed: should.value, stored_bits: is.bits, replayed_bits: should.bits });
  }

  compareTexts(place: Place, stored: string | null, replayed: string | null): void {
    if (stored !== replayed) this.#add({ ...place, stored, replayed, stored_bits: null, replayed_bits: null });
  }

  #add(difference: Difference): void {
    this.count += 1;
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(difference);
  }
}

function shown(
  field: string,
  number = Number.NaN,
): { readonly value: number | string | null; readonly bits: string | null } {
  if (Number.isNaN(number)) return { value: null, bits: null };
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  const isInstant = field.includes('played_at');
  return {
    value: isInstant ? instantText(number) : Number.isFinite(number) ? number : null,
    bits: NOT_DOUBLES.includes(field) ? null : bytes.toString('hex'),
  };
}

/** RFC 3339, with microseconds if the instant has them. @param ms since 1970 */
function instantText(ms: number): string {
  if (Math.abs(ms) > DATE_MS_MAX) return String(ms);
  const whole = Math.floor(ms);
  const micros = Math.round((ms - whole) * 1000);
  const text = new Date(whole).toISOString();
  return micros === 0 ? text : text.replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

/** A stretch of the history, as the matches say it and as the ledger holds it. */
export interface Stretch {
  /** The rated matches of the stretch, in order. */
  readonly rated: readonly RatedMatch[];
  readonly ledger: StoredLedger | null;
  /** The row of each match that the ledger holds in this stretch. */
  readonly rows: ReadonlyMap<string, number>;
  /** Rated matches of the stretch whose ledger row has another place. */
  readonly displaced: ReadonlySet<string>;
  /** Ledger rows without a rated match at their place: the place that the match has, or null if it is not rated. */
  readonly orphaned: ReadonlyMap<string, LedgerPlace | null>;
  readonly ledgerState: LedgerState;
}

/**
 * Compares a stretch of the ledger with the replay: what the model was given of every row, and the states around every match
 * that is settled.
 * @param around the states around `stretch.rated`.
 * @returns how many matches are not settled yet.
 */
export function compareStretch(stretch: Stretch, around: StatesAround, differences: Differences): number {
  const { rated, ledger, rows, displaced, orphaned } = stretch;
  const isSettled = settledPart(stretch.ledgerState);
  const replayed = { before: storedBefore(around.before), after: storedAfter(around.after) };
  let unsettled = 0;
  for (const [index, match] of rated.entries()) {
    const row = rows.get(match.match_id);
    if (ledger === null || row === undefined) {
      // A displaced row is compared in the stretch where it stands.
      if (!displaced.has(match.match_id)) noteRow(differences, match.match_id, 'absent', 'present');
      continue;
    }
    compareInputs(differences, ledger, row, match);
    if (!isSettled(match)) {
      unsettled += 1;
      continue;
    }
    const version = { match_id: match.match_id, player_id: null, field: 'model_version' };
    differences.compareTexts(version, ledger.model_versions[row] ?? null, MODEL_VERSION);
    compareStates(differences, match, BEFORE, [ledger.before, row], [replayed.before, index]);
    compareStates(differences, match, AFTER, [ledger.after, row], [replayed.after, index]);
  }
  for (const [id, place] of orphaned) {
    const field = { match_id: id, player_id: null, field: 'played_at' };
    if (place === null) noteRow(differences, id, 'present', 'absent');
    else differences.compareNumbers(field, ledger?.inputs.played_at[rows.get(id) ?? -1], place.played_at);
  }
  return unsettled;
}

function noteRow(differences: Differences, matchId: string, stored: string, replayed: string): void {
  differences.compareTexts({ match_id: matchId, player_id: null, field: 'ledger_row' }, stored, replayed);
}

function compareInputs(differences: Differences, ledger: StoredLedger, row: number, match: RatedMatch): void {
  for (const [field, column] of Object.entries(ledger.inputs)) {
    const place = { match_id: match.match_id, player_id: null, field };
    differences.compareNumbers(place, column[row], match[field as keyof StoredLedger['inputs']] ?? Number.NaN);
  }
  for (const [slot, id] of match.player_ids.entries()) {
    const place = { match_id: match.match_id, player_id: id, field: 'player_ids' };
    differences.compareTexts(place, ledger.player_ids[4 * row + slot] ?? null, id);
  }
}

/** What the ledger stores of a player around a match, in the order of the numbers. */
const BEFORE = ['mean_before', 'variance_before', 'shown_before', 'last_played_at_before', 'matches_played_before'];
const AFTER = ['mean_after', 'variance_after', 'shown_after'];

type RowOf = readonly [numbers: Float64Array, row: number];

function compareStates(
  differences: Differences,
  { match_id, player_ids }: RatedMatch,
  fields: readonly string[],
  [stored, storedRow]: RowOf,
  [replayed, replayedRow]: RowOf,
): void {
  const width = 4 * fields.length;
  for (let cell = 0; cell < width; cell += 1) {
    const [is, should] = [stored[width * storedRow + cell], replayed[width * replayedRow + cell]];
    if (Object.is(is, should)) continue;
    const place = {
      player_id: player_ids[Math.floor(cell / fields.length)] ?? null,
      field: fields[cell % fields.length] ?? '',
    };
    differences.compareNumbers({ match_id, ...place }, is, should);
  }
}

/** Compares present ratings, part by part, with the replay; those whose last match is not settled yet are left out. */
export class RatingsComparison {
  readonly #replay: HistoryReplay;
  readonly #isSettled: (place: LedgerPlace) => boolean;
  readonly #differences: Differences;
  readonly #unseen: Set<string>;
  players = 0;
  unsettled = 0;

  constructor(replay: HistoryReplay, ledgerState: LedgerState, differences: Differences) {
    this.#replay = replay;
    this.#isSettled = settledPart(ledgerState);
    this.#differences = differences;
    this.#unseen = new Set(replay.playerIds);
  }

  add(part: StoredRatings): void {
    this.players += part.count;
    for (const [row, id] of part.player_ids.entries()) {
      this.#unseen.delete(id);
      const replayed = this.#replay.playerOf(id);
      if (
        replayed !== undefined &&
        !this.#isSettled({ played_at: replayed.state.at, match_id: replayed.lastMatchId })
      ) {
        this.unsettled += 1;
      } else if (part.has_row[row] === true) compareRating(this.#differences, part, row, replayed);
      else this.#noteAbsent(id);
    }
  }

  /** To be called once all parts were added: notes players without any row. */
  finish(): void {
    for (const id of this.#unseen) this.#noteAbsent(id);
  }

  #noteAbsent(playerId: string): void {
    this.#differences.compareTexts({ match_id: null, player_id: playerId, field: 'rating_row' }, 'absent', 'present');
  }
}

/** Everything null except the count. */
const NEVER_PLAYED = { mean: Number.NaN, variance: Number.NaN, shown: Number.NaN, at: Number.NaN, played: 0 };

function compareRating(
  differences: Differences,
  ratings: StoredRatings,
  row: number,
  replayed: ReplayedPlayer | undefined,
): void {
  const place = (field: string) => ({ match_id: null, player_id: ratings.player_ids[row] ?? null, field });
  const { mean, variance, shown: shownStrength, at, played } = replayed?.state ?? NEVER_PLAYED;
  const wanted = { mean, variance, shown: shownStrength, last_played_at: at, matches_played: played };
  for (const [field, column] of Object.entries(ratings.states)) {
    differences.compareNumbers(place(field), column[row], wanted[field as keyof typeof wanted]);
  }
  const version = replayed === undefined ? null : MODEL_VERSION;
  differences.compareTexts(place('last_match_id'), ratings.last_match_ids[row] ?? null, replayed?.lastMatchId ?? null);
  differences.compareTexts(place('model_version'), ratings.model_versions[row] ?? null, version);
}
