/**
 * The rules of imports again, over plain values: each batch turns one world into another. Where the order of two requests is unknown, a
 * test keeps every world that agrees with the answers.
 */
import type { RowState } from '@bandeja/contract/import-enums';

/** A scoreline as the winners see it, such as `6-4 6-3`. */
export interface Play {
  /** Minutes since the first instant of the file. */
  readonly minute: number;
  readonly winners: readonly [string, string];
  readonly losers: readonly [string, string];
  readonly score: string;
}

export interface ModelRow {
  readonly line: number;
  readonly reference: string;
  readonly confirmed: boolean;
  /** Players are named by username, or as `key:<key>`. Null: the client could not read the row. */
  readonly play: Play | null;
  /** The match breaks a rule of a submission. */
  readonly isInvalid: boolean;
}

export interface ModelPlayer {
  readonly key: string;
  readonly username: string;
  readonly mode: 'either' | 'existing' | 'new';
}

export interface ModelOptions {
  readonly references: 'given' | 'derived';
  readonly on_voided: 'leave' | 'replace';
  readonly on_warning: 'store' | 'hold';
}

interface ModelMatch {
  readonly now: Play;
  readonly first: Play;
  readonly revision: number;
  readonly isVoided: boolean;
  /** The import and the line that created it. */
  readonly createdBy: string | null;
}

interface Recorded {
  readonly state: RowState;
  /** The reference of its match, or null. */
  readonly match: string | null;
  readonly warnings: readonly string[];
}

interface ModelImport {
  readonly options: ModelOptions;
  readonly isClosed: boolean;
  readonly lines: ReadonlyMap<number, Recorded>;
  /** The usernames of keys that stored rows name, and whether the import registered them. */
  readonly keys: ReadonlyMap<string, { readonly username: string; readonly registered: boolean }>;
}

export interface ModelWorld {
  readonly matches: ReadonlyMap<string, ModelMatch>;
  readonly usernames: ReadonlySet<string>;
  readonly imports: ReadonlyMap<string, ModelImport>;
}

export interface ModelBatch {
  readonly importName: string;
  readonly players: readonly ModelPlayer[];
  readonly rows: readonly ModelRow[];
}

/** The part of an answer about a row or a player that the model predicts. */
export type Outcome = string;

export interface Applied {
  readonly world: ModelWorld;
  /** Null: the import is closed. */
  readonly outcomes: readonly Outcome[] | null;
}

const NEARBY_MINUTES = 20;
const DAY_MINUTES = 1440;

const pair = (two: readonly string[]): string => [...two].sort().join('+');
const sides = ({ winners, losers }: Play): string => [pair(winners), pair(losers)].sort().join(' ');
const playersOf = ({ winners, losers }: Play): string[] => [...winners, ...losers];
const shared = (one: Play, other: Play): number =>
  playersOf(one).filter((player) => playersOf(other).includes(player)).length;
/** Which pair won by how much. */
const result = ({ winners, score }: Play): string => `${pair(winners)} ${score}`;
const isSame = (one: Play, other: Play): boolean =>
  one.minute === other.minute && sides(one) === sides(other) && result(one) === result(other);

const agrees = (play: Play, { now, first }: ModelMatch): boolean => isSame(play, now) || isSame(play, first);

/** The usernames that the keys of a batch mean; null: refused. */
function usernamesOf(world: ModelWorld, known: ModelImport, players: readonly ModelPlayer[]) {
  const meant = new Map<string, { readonly username: string | null; readonly isNew: boolean }>();
  for (const [key, { username }] of known.keys) meant.set(key, { username, isNew: false });
  const planned = new Set<string>();
  for (const { key, username, mode } of players) {
    if (meant.has(key)) continue;
    const exists = world.usernames.has(username);
    if (mode !== 'new' && exists) meant.set(key, { username, isNew: false });
    else if (mode === 'existing') meant.set(key, { username: null, isNew: false });
    else {
      let chosen = username;
      const isFree = (name: string) => mode !== 'new' || (!world.usernames.has(name) && !planned.has(name));
      for (let number = 2; !isFree(chosen); number += 1) chosen = `${username}.${number}`;
      planned.add(chosen);
      meant.set(key, { username: chosen, isNew: true });
    }
  }
  return meant;
}

export function applyBatch(before: ModelWorld, batch: ModelBatch): Applied {
  const known = before.imports.get(batch.importName);
  if (known === undefined || known.isClosed) return { world: before, outcomes: null };
  const deciding = new Deciding(before, known, batch);
  const rows = batch.rows.map((row) => {
    const decided = deciding.decide(row);
    deciding.record(row, decided);
    return JSON.stringify([row.line, decided.state, decided.match, [...decided.warnings].sort()]);
  });
  const players = batch.players.map(({ key }) => deciding.playerOf(key));
  return { world: deciding.world(), outcomes: [...rows, ...players] };
}

interface ModelDecision extends Recorded {
  /** The match that the row creates now. */
  readonly created?: Play;
}

const REJECTED: ModelDecision = { state: 'rejected', match: null, warnings: [] };

/** A batch while its rows are decided, one after the other. */
class Deciding {
  readonly #before: ModelWorld;
  readonly #known: ModelImport;
  readonly #batch: ModelBatch;
  readonly #meant: ReturnType<typeof usernamesOf>;
  readonly #matches: Map<string, ModelMatch>;
  readonly #lines: Map<number, Recorded>;
  readonly #keys: Map<string, { readonly username: string; readonly registered: boolean }>;
  readonly #usernames: Set<string>;

  constructor(before: ModelWorld, known: ModelImport, batch: ModelBatch) {
    this.#before = before;
    this.#known = known;
    this.#batch = batch;
    this.#meant = usernamesOf(before, known, batch.players);
    this.#matches = new Map(before.matches);
    this.#lines = new Map(known.lines);
    this.#keys = new Map(known.keys);
    this.#usernames = new Set(before.usernames);
  }

  world(): ModelWorld {
    const changed = { ...this.#known, lines: this.#lines, keys: this.#keys };
    const imports = new Map(this.#before.imports).set(this.#batch.importName, changed);
    return { matches: this.#matches, usernames: this.#usernames, imports };
  }

  decide(row: ModelRow): ModelDecision {
    const play = this.#read(row);
    if (play === null) return REJECTED;
    const own = this.#known.lines.get(row.line);
    const ownMatch = own?.state === 'created' && own.match !== null ? this.#matches.get(own.match) : undefined;
    if (own !== undefined && ownMatch !== undefined) {
      return agrees(play, ownMatch) ? own : { state: 'conflict', match: own.match, warnings: [] };
    }
    const reference = this.#effective(row.reference);
    const match = this.#matches.has(reference) ? reference : this.#twinOf(row.line, play);
    const stored = this.#matches.get(match ?? '');
    if (stored !== undefined) {
      const state = stored.isVoided ? 'voided' : agrees(play, stored) ? 'duplicate' : 'conflict';
      return { state, match, warnings: [] };
    }
    if (!isWhole(play)) return REJECTED;
    const warnings = this.#warningsOf(play);
    const isHeld = warnings.length > 0 && this.#known.options.on_warning === 'hold' && !row.confirmed;
    if (isHeld) return { state: 'held', match: null, warnings };
    return { state: 'created', match: reference, warnings, created: play };
  }

  record(row: ModelRow, { created, ...recorded }: ModelDecision): void {
    if (this.#known.lines.get(row.line)?.state !== 'created') this.#lines.set(row.line, recorded);
    if (created === undefined || recorded.match === null || row.play === null) return;
    const createdBy = `${this.#batch.importName} ${row.line}`;
    this.#matches.set(recorded.match, { now: created, first: created, revision: 1, isVoided: false, createdBy });
    for (const key of playersOf(row.play).flatMap(keyIn)) {
      const of = this.#meant.get(key);
      if (of === undefined || of.username === null || this.#keys.has(key)) continue;
      this.#keys.set(key, { username: of.username, registered: of.isNew });
      this.#usernames.add(of.username);
    }
  }

  playerOf(key: string): Outcome {
    const of = this.#meant.get(key);
    const bound = this.#keys.get(key);
    if (bound !== undefined) return JSON.stringify([key, bound.registered ? 'registered' : 'existing', bound.username]);
    if (of === undefined || of.username === null) return JSON.stringify([key, 'refused']);
    return JSON.stringify([key, of.isNew ? 'new' : 'existing', of.username]);
  }

  /** The match with usernames, and with `?` before the names of players who cannot play; null if it is not valid. */
  #read({ play, isInvalid }: ModelRow): Play | null {
    if (play === null || isInvalid) return null;
    if (playersOf(play).some((name) => keyIn(name).some((key) => !this.#meant.has(key)))) return null;
    const resolved = (name: string): string => {
      const [key] = keyIn(name);
      const username = key !== undefined ? this.#meant.get(key)?.username : this.#before.usernames.has(name) && name;
      return username || `?${name}`;
    };
    const all = ([one, two]: readonly [string, string]): [string, string] => [resolved(one), resolved(two)];
    return { ...play, winners: all(play.winners), losers: all(play.losers) };
  }

  /** The reference that the row is decided with. */
  #effective(reference: string): string {
    let effective = reference;
    if (this.#known.options.on_voided === 'leave') return effective;
    for (let number = 2; this.#before.matches.get(effective)?.isVoided; number += 1)
      effective = `${reference}~${number}`;
    return effective;
  }

  #twinOf(line: number, play: Play): string | null {
    if (this.#known.options.references === 'given' || !isWhole(play)) return null;
    const isTwin = (other: Play | null) =>
      other !== null && isWhole(other) && other.minute === play.minute && sides(other) === sides(play);
    if (this.#batch.rows.some((row) => row.line !== line && isTwin(this.#read(row)))) return null;
    const taken = [...this.#known.lines].flatMap(([other, { match }]) => (other === line ? [] : [match]));
    const twins = [...this.#before.matches].filter(
      ([reference, match]) => !match.isVoided && isTwin(match.now) && !taken.includes(reference),
    );
    return twins.length === 1 ? (twins[0]?.[0] ?? null) : null;
  }

  #warningsOf(play: Play): string[] {
    const distance = ({ now }: ModelMatch) => Math.abs(now.minute - play.minute);
    const isNear = (match: ModelMatch) =>
      !match.isVoided && shared(match.now, play) === 4 && distance(match) <= NEARBY_MINUTES;
    const foreign = [...this.#before.matches.values()].filter(
      ({ isVoided, createdBy }) => !isVoided && createdBy?.startsWith(`${this.#batch.importName} `) !== true,
    );
    const isThatDay = (match: ModelMatch) =>
      distance(match) > 0 &&
      distance(match) <= DAY_MINUTES &&
      sides(match.now) === sides(play) &&
      result(match.now) === result(play);
    const isAlmost = (match: ModelMatch) => distance(match) === 0 && shared(match.now, play) === 3;
    const isDerived = this.#known.options.references === 'derived';
    return [
      ...(play.score.endsWith('6-5') ? ['unfinished_set'] : []),
      ...([...this.#matches.values()].some(isNear) ? ['same_players_nearby'] : []),
      ...(isDerived && foreign.some(isThatDay) ? ['stored_that_day'] : []),
      ...(isDerived && foreign.some(isAlmost) ? ['stored_with_another_player'] : []),
    ];
  }
}

const keyIn = (name: string): string[] => (name.startsWith('key:') ? [name.slice(4)] : []);

const isWhole = (play: Play): boolean => {
  const four = playersOf(play);
  return new Set(four).size === 4 && four.every((name) => !name.startsWith('?'));
};

/** The world after a match was amended or voided. */
export function changeMatch(world: ModelWorld, reference: string, change: 'void' | Play): ModelWorld {
  const match = world.matches.get(reference);
  if (match === undefined || match.isVoided) return world;
  const revision = match.revision + 1;
  const changed = change === 'void' ? { ...match, revision, isVoided: true } : { ...match, revision, now: change };
  return { ...world, matches: new Map(world.matches).set(reference, changed) };
}

export function openModelImport(world: ModelWorld, name: string, options: ModelOptions): ModelWorld {
  const opened = { options, isClosed: false, lines: new Map(), keys: new Map() };
  return { ...world, imports: new Map(world.imports).set(name, opened) };
}

export function closeModelImport(world: ModelWorld, name: string): ModelWorld {
  const known = world.imports.get(name);
  if (known === undefined) return world;
  return { ...world, imports: new Map(world.imports).set(name, { ...known, isClosed: true }) };
}

/** The world after an import was undone, without the matches that were changed since. */
export function undoModelImport(world: ModelWorld, name: string): ModelWorld {
  const known = world.imports.get(name);
  let undone = closeModelImport(world, name);
  for (const { state, match } of known?.lines.values() ?? []) {
    if (state !== 'created' || match === null || world.matches.get(match)?.revision !== 1) continue;
    undone = changeMatch(undone, match, 'void');
  }
  return undone;
}

/** The world as text, to compare worlds. */
export const textOf = ({ matches, usernames, imports }: ModelWorld): string =>
  JSON.stringify([
    [...matches].sort(byName),
    [...usernames].sort(),
    [...imports]
      .sort(byName)
      .map(([name, { lines, keys, ...others }]) => [
        name,
        others,
        [...lines].sort(([a], [b]) => a - b),
        [...keys].sort(byName),
      ]),
  ]);

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
