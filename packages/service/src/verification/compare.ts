/** Compares stored ratings with a replay, bit for bit. NaN and null both mean "no value". */

import type { Difference } from '@bandeja/contract/ledger';
import {
  knownState,
  MODEL_VERSION,
  type PlayerState,
  type Players,
  type RatingState,
  type StatedLevel,
} from '@bandeja/rating';
import { type LedgerRow, ledgerRow, type RatedMatch } from '../history/ledger-store.ts';
import type { LedgerPlace } from '../history/place.ts';
import { columnsOf, type FourStates, type FourStrengths, four } from '../history/stored-states.ts';
import type { HistoryDifference, StoredRating, StoredRow } from './store.ts';
import type { UnsettledPart } from './unsettled.ts';

const EXAMPLES_MAX = 20;

/** Columns of instants and counts. They aren't doubles in the database, so their differences show no bits. */
const NOT_DOUBLES = ['played_at', 'last_played_at', 'matches_played'];
/** The last millisecond that a `Date` can represent. */
const DATE_MS_MAX = 8_640_000_000_000_000;

type DifferenceKey = Pick<Difference, 'match_id' | 'player_id' | 'field'>;

/** Counts differences and keeps the first ones as examples. */
export class Differences {
  readonly examples: Difference[] = [];
  count = 0;

  compareNumbers(place: DifferenceKey, stored: number | null, replayed: number | null): void {
    if (Object.is(stored ?? Number.NaN, replayed ?? Number.NaN)) return;
    const [is, should] = [shown(place.field, stored), shown(place.field, replayed)];
    this.#add({ ...place, stored: is.value, replayed: should.value, stored_bits: is.bits, replayed_bits: should.bits });
  }

  compareTexts(place: DifferenceKey, stored: string | null, replayed: string | null): void {
    if (stored !== replayed) this.#add({ ...place, stored, replayed, stored_bits: null, replayed_bits: null });
  }

  #add(difference: Difference): void {
    this.count += 1;
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(difference);
  }
}

function shown(
  field: string,
  number: number | null,
): { readonly value: number | string | null; readonly bits: string | null } {
  if (number === null || Number.isNaN(number)) return { value: null, bits: null };
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

/** A block of the rated history: its matches, and its ledger rows. */
export interface LedgerBlock {
  /** The rated matches of the block, in order. */
  readonly rated: readonly RatedMatch[];
  /** The ledger rows of the block, by match id. */
  readonly rows: ReadonlyMap<string, StoredRow>;
  /** Ids of rated matches whose ledger row is at another place. */
  readonly displaced: ReadonlySet<string>;
  /** Ledger rows without a rated match at their place. The value is the match's actual place, or null if it is not rated. */
  readonly orphaned: ReadonlyMap<string, LedgerPlace | null>;
  /** Rows of `player_matches` that are missing or have another result. */
  readonly histories: readonly HistoryDifference[];
  readonly unsettled: UnsettledPart;
}

/**
 * Compares a block of the ledger with the replay: the model's input for every row, and the states before and after every
 * settled match. For the other matches, the invariants of docs/ledger.md are checked.
 * @param replayed the expected rows of `block.rated`.
 * @param stored the states after each player's last stored row. They are moved on.
 * @returns the number of matches that are not settled yet.
 */
export function compareBlock(
  { rows, displaced, orphaned, histories, unsettled: part }: LedgerBlock,
  replayed: readonly LedgerRow[],
  stored: Players,
  differences: Differences,
): number {
  let unsettled = 0;
  addHistoryDifferences(differences, histories);
  for (const wanted of replayed) {
    const row = rows.get(wanted.match_id);
    if (row === undefined) {
      // A displaced row is compared in the block that it is in.
      if (!displaced.has(wanted.match_id)) addRowDifference(differences, wanted.match_id, 'absent', 'present');
      continue;
    }
    compareInputs(differences, row, wanted);
    const isUnsettled = part.includesMatch(wanted);
    if (isUnsettled) compareInvariants(differences, row, wanted, stored, part);
    const { after } = ledgerRow(row);
    for (const [slot, id] of wanted.player_ids.entries()) stored.set(id, after[slot as 0]);
    if (isUnsettled) {
      unsettled += 1;
      continue;
    }
    const version = { match_id: wanted.match_id, player_id: null, field: 'model_version' };
    differences.compareTexts(version, row.model_version, MODEL_VERSION);
    compareStates(differences, wanted, 'before', row.before, wanted.before);
    compareStates(differences, wanted, 'after', row.after, wanted.after);
  }
  for (const [id, place] of orphaned) {
    const field = { match_id: id, player_id: null, field: 'played_at' };
    if (place === null) addRowDifference(differences, id, 'present', 'absent');
    else differences.compareNumbers(field, rows.get(id)?.played_at ?? null, place.played_at);
  }
  return unsettled;
}

/** The invariants of a match that is not settled. For a settled one, the replay implies them. */
function compareInvariants(
  differences: Differences,
  row: StoredRow,
  wanted: RatedMatch,
  stored: Players,
  part: UnsettledPart,
): void {
  const { match_id, player_ids } = wanted;
  const chained = four((slot) => {
    const id = player_ids[slot] ?? '';
    return part.isMarked(id, wanted) ? row.before[slot] : stored.get(id);
  });
  compareStates(differences, wanted, 'before', row.before, chained);
  for (const player_id of part.unmarkedIn(wanted)) {
    differences.compareTexts({ match_id, player_id, field: 'mark' }, 'absent', 'present');
  }
}

export function addHistoryDifferences(differences: Differences, found: readonly HistoryDifference[]): void {
  for (const { match_id, player_id, stored, replayed } of found) {
    differences.compareTexts({ match_id, player_id, field: 'history_row' }, stored, replayed);
  }
}

function addRowDifference(differences: Differences, matchId: string, stored: string, replayed: string): void {
  differences.compareTexts({ match_id: matchId, player_id: null, field: 'ledger_row' }, stored, replayed);
}

const INPUTS = [
  'played_at',
  'units_won',
  'units_lost',
  'units_standard',
  'weight',
  'length',
  'pair_evidence',
  'result',
] as const;

function compareInputs(differences: Differences, row: StoredRow, wanted: RatedMatch): void {
  const { match_id } = wanted;
  for (const field of INPUTS) {
    differences.compareNumbers({ match_id, player_id: null, field }, row[field], wanted[field]);
  }
  for (const [slot, id] of wanted.player_ids.entries()) {
    differences.compareTexts({ match_id, player_id: id, field: 'player_ids' }, row.player_ids[slot] ?? null, id);
  }
}

/** The values that the ledger stores of a player before and after a match. */
const FIELDS = {
  before: ['mean', 'variance', 'shown', 'at', 'played', 'points'],
  after: ['mean', 'variance', 'shown'],
} as const;

/** The numbers of a player before or after a match. */
type Numbers = Partial<RatingState & StatedLevel>;

function compareStates(
  differences: Differences,
  { match_id, player_ids }: RatedMatch,
  when: keyof typeof FIELDS,
  stored: FourStates | FourStrengths,
  replayed: FourStates | FourStrengths,
): void {
  for (const [slot, player_id] of player_ids.entries()) {
    const [is, should]: readonly (Numbers | null)[] = [stored[slot as 0], replayed[slot as 0]];
    for (const field of FIELDS[when]) {
      const name = `${COLUMN_OF[field]}_${when}`;
      differences.compareNumbers({ match_id, player_id, field: name }, numberOf(is, field), numberOf(should, field));
    }
  }
}

/** The column of each part of a state. */
const COLUMN_OF = {
  points: 'stated_points',
  mean: 'mean',
  variance: 'variance',
  shown: 'shown',
  at: 'last_played_at',
  played: 'matches_played',
} as const;

/** The columns of a current rating that rated matches led to. */
const RATED_COLUMNS = ['mean', 'variance', 'shown', 'last_played_at', 'matches_played'] as const;

/** A new player has a count of 0 and, at most, the points of the starting level. */
const numberOf = (state: Numbers | null | undefined, field: keyof Numbers): number | null =>
  state?.[field] ?? (field === 'played' ? 0 : null);

/** A replay of the whole history. */
export interface FinishedReplay {
  readonly players: Players;
  /** The states after each player's last stored row. */
  readonly stored: Players;
  /** The last match of each player. */
  readonly latest: ReadonlyMap<string, string>;
}

/**
 * Compares current ratings with the replay, part by part. Ratings that are not settled yet are counted. If they are not marked, they
 * must follow from the player's last stored row.
 */
export class RatingsComparison {
  readonly #replayed: FinishedReplay;
  readonly #unsettled: UnsettledPart;
  readonly #differences: Differences;
  readonly #unseen: Set<string>;
  players = 0;
  unsettled = 0;

  constructor(replayed: FinishedReplay, unsettled: UnsettledPart, differences: Differences) {
    this.#replayed = replayed;
    this.#unsettled = unsettled;
    this.#differences = differences;
    this.#unseen = new Set(replayed.players.ids);
  }

  add(part: readonly StoredRating[]): void {
    this.players += part.length;
    for (const rating of part) {
      this.#unseen.delete(rating.id);
      const state = this.#replayed.players.get(rating.id);
      const known = knownState(state);
      const last = this.#replayed.latest.get(rating.id) ?? null;
      if (
        this.#unsettled.includesPlayer(
          rating.id,
          last === null || known === null ? null : { played_at: known.at, match_id: last },
        )
      ) {
        this.unsettled += 1;
        if (!this.#unsettled.isMarked(rating.id)) this.#compareState(rating, this.#replayed.stored.get(rating.id));
      } else if (rating.has_row) this.#compare(rating, state, last);
      else this.#addMissingRow(rating.id);
    }
  }

  /** Call this after all parts were added. Reports players who have no row at all. */
  finish(): void {
    for (const id of this.#unseen) this.#addMissingRow(id);
  }

  #compareState(stored: StoredRating, state: PlayerState): void {
    const wanted = columnsOf(state);
    for (const field of RATED_COLUMNS) {
      const place = { match_id: null, player_id: stored.id, field };
      this.#differences.compareNumbers(place, stored[field], wanted[field]);
    }
  }

  #compare(stored: StoredRating, state: PlayerState, last: string | null): void {
    const place = (field: string) => ({ match_id: null, player_id: stored.id, field });
    this.#compareState(stored, state);
    this.#differences.compareTexts(place('last_match_id'), stored.last_match_id, last);
    this.#differences.compareTexts(place('model_version'), stored.model_version, knownState(state) && MODEL_VERSION);
  }

  #addMissingRow(playerId: string): void {
    this.#differences.compareTexts({ match_id: null, player_id: playerId, field: 'rating_row' }, 'absent', 'present');
  }
}
