/** Bodies as a search has them: a right body in which some places are filled up. */
import { type Filler, filled, fillers } from './fillers.ts';
import { isList, type Json, type Operation } from './operations.ts';

/** Of a list of a body either one item is filled or, with `*`, all. */
type Path = readonly string[];

interface Part {
  readonly path: Path;
  readonly filler: Filler;
  /** Of the bytes that all parts share. */
  readonly share: number;
}

export interface Body {
  readonly isFull: boolean;
  readonly parts: readonly Part[];
  /** Without its last character it is no JSON, which is found out last. */
  readonly isCut: boolean;
}

/** Picks one of a list; a seeded generator, so that a search can be repeated. */
export type Pick = <T>(list: readonly T[]) => T;

const UNKNOWN = 'unknown';

/** Every place of a body and one unknown field in each object, of whose items those at the same place in a list count once. */
function placesOf(value: Json, path: Path = []): { readonly path: Path; readonly kinds: Filler['kind'][] }[] {
  if (isList(value)) {
    const first = value[0] ?? null;
    const inside = [...placesOf(first, [...path, '*']), ...placesOf(first, [...path, '0'])];
    return [{ path, kinds: ['value', 'items'] }, ...inside];
  }
  if (typeof value !== 'object' || value === null) return [{ path, kinds: ['value'] }];
  return [
    { path, kinds: ['value', 'members', 'members'] },
    { path: [...path, UNKNOWN], kinds: ['value'] },
    ...Object.entries(value).flatMap(([name, field]) => placesOf(field, [...path, name])),
  ];
}

/** Every body with one filled place. */
export function simpleBodies({ fullExample }: Operation): Body[] {
  const parts = placesOf(fullExample).flatMap(({ path, kinds }) =>
    fillers.filter(({ kind }) => kinds.includes(kind)).map((filler) => ({ path, filler, share: 1 })),
  );
  return parts.flatMap((part) => [false, true].map((isFull) => ({ isFull, parts: [part], isCut: false })));
}

/** A body that differs from another one in one respect. */
export function mutated(body: Body, operation: Operation, pick: Pick): Body {
  const { parts } = body;
  const changed = pick(parts);
  const others = parts.filter((part) => part !== changed);
  const { parts: added } = pick(simpleBodies(operation));
  switch (pick(['add', 'add', 'replace', 'filler', 'share', 'full', 'cut', 'remove'])) {
    case 'add':
      return { ...body, parts: [...parts, ...added.map((part) => ({ ...part, share: pick([0.1, 0.3, 1, 3]) }))] };
    case 'replace':
      return { ...body, parts: [...others, ...added] };
    case 'filler': {
      const filler = pick(fillers.filter(({ kind }) => kind === changed.filler.kind));
      return { ...body, parts: [...others, { ...changed, filler }] };
    }
    case 'share':
      return { ...body, parts: [...others, { ...changed, share: changed.share * pick([0.3, 0.5, 2, 3]) }] };
    case 'full':
      return { ...body, isFull: !body.isFull };
    case 'cut':
      return { ...body, isCut: !body.isCut };
    default:
      return others.length === 0 ? body : { ...body, parts: others };
  }
}

/** The JSON of a body, of so many bytes at most. */
export function textOf({ isFull, parts, isCut }: Body, operation: Operation, bytesMax: number): string {
  const value = isFull ? operation.fullExample : operation.example;
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  const holes = parts.map(() => 0);
  const bare = write(value, [], parts, (index) => {
    holes[index] = (holes[index] ?? 0) + 1;
    return 0;
  });
  // Brackets and quotes around what is filled in.
  const margin = 8 * holes.reduce((sum, count) => sum + count, 0);
  const left = bytesMax - Buffer.byteLength(bare) - margin;
  const bytes = parts.map(({ share }, index) => Math.floor((left * share) / total / (holes[index] || 1)));
  const text = write(value, [], parts, (index) => bytes[index] ?? 0);
  return isCut ? text.slice(0, -1) : text;
}

export function describeBody({ isFull, parts, isCut }: Body): string {
  const places = parts.map(
    ({ path, filler, share }) => `/${path.join('/')}: ${filler.name}${share === 1 ? '' : ` × ${share.toFixed(1)}`}`,
  );
  return [...places, ...(isFull ? ['all lists full'] : []), ...(isCut ? ['cut off'] : [])].join('; ');
}

/** @param bytesOf how many bytes a part gets at each of its places, by its index */
function write(value: Json, path: Path, parts: readonly Part[], bytesOf: (part: number) => number): string {
  const own = JSON.stringify(value);
  const here = parts.flatMap((part, index) => (isAt(part.path, path) ? [{ ...part, index }] : []));
  const replaced = here.find(({ filler }) => filler.kind === 'value');
  if (replaced !== undefined) return filled(replaced.filler, own, bytesOf(replaced.index));
  if (isList(value)) {
    const items = value.map((item, index) => write(item, [...path, String(index)], parts, bytesOf));
    const more = here.map(({ filler, index }) => filled(filler, JSON.stringify(value[0] ?? null), bytesOf(index)));
    return `[${[...items, ...more].filter((text) => text !== '').join()}]`;
  }
  if (typeof value !== 'object' || value === null) return own;
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${write(field, [...path, name], parts, bytesOf)}`,
  );
  const longest = Object.entries(value)
    .map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`)
    .reduce((one, other) => (other.length > one.length ? other : one), '"a":0');
  const more = here.map(({ filler, index }) => filled(filler, longest, bytesOf(index)));
  const unknown = parts.flatMap((part, index) =>
    isAt(part.path, [...path, UNKNOWN]) ? [`"${UNKNOWN}":${filled(part.filler, '0', bytesOf(index))}`] : [],
  );
  return `{${[...fields, ...unknown, ...more].filter((text) => text !== '').join()}}`;
}

const isAt = (pattern: Path, path: Path): boolean =>
  pattern.length === path.length &&
  pattern.every((segment, index) => segment === path[index] || (segment === '*' && /^\d+$/.test(path[index] ?? '')));
