/** Changes a valid request at random places. All choices come from one seeded generator. */
import { type Body, type Operation, operations } from '../contract/document.ts';
import { bodiesAtLimits, wrongBodies } from '../contract/wrong-values.ts';
import * as odd from './odd-values.ts';

/** A request in parts, so that each can be changed alone. */
export interface Draft {
  readonly operation: Operation;
  method: string;
  /** The segments of the path, escaped. */
  segments: string[];
  /** Names and values of the query, escaped. */
  query: [string, string][];
  headers: [string, string][];
  /** The value of the `Authorization` header. */
  credentials: string | null;
  mediaType: string | null;
  body: Buffer | null;
}

/** What exists on the service and fits somewhere. */
export interface Known {
  /** Names and ids for paths, queries and bodies. */
  readonly names: readonly string[];
  /** `Authorization` headers of keys and tokens with fewer, more or other rights. */
  readonly credentials: readonly string[];
}

export class Mutator {
  readonly #random: () => number;
  readonly #known: Known;
  readonly #bodies = new Map<string, readonly unknown[]>();

  constructor(random: () => number, known: Known) {
    this.#random = random;
    this.#known = known;
  }

  operation(): Operation {
    return this.#one(operations);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** Changes nothing in one of twelve requests, and most others at one place. */
  mutate(draft: Draft): void {
    const luck = this.#random();
    const changes = luck < 0.08 ? 0 : luck < 0.7 ? 1 : luck < 0.92 ? 2 : 3;
    for (let change = 0; change < changes; change += 1) this.#change(draft);
  }

  #change(draft: Draft): void {
    const hasBody = draft.operation.body !== undefined;
    const luck = this.#random();
    if (hasBody && luck < 0.5) this.#changeBody(draft, draft.operation.body);
    else if (luck < 0.6 && draft.operation.query.length > 0) this.#changeQuery(draft);
    else if (luck < 0.74) this.#changePath(draft);
    else if (luck < 0.8) this.#changeQuery(draft);
    else if (luck < 0.86) this.#changeMethod(draft);
    else if (luck < 0.93) draft.headers.push([...this.#one(odd.ODD_HEADERS)]);
    else if (luck < 0.98) this.#changeCredentials(draft);
    else this.#addBody(draft);
  }

  /** Never deletes what a valid request reads: the other requests need it. */
  #changeMethod(draft: Draft): void {
    draft.method = this.#one(odd.ODD_METHODS);
    if (draft.method === 'DELETE') draft.segments[draft.segments.length - 1] = this.#segment();
  }

  #changePath(draft: Draft): void {
    const parameters = draft.operation.path
      .split('/')
      .slice(1)
      .flatMap((segment, index) => (segment.startsWith('{') ? [index] : []));
    const luck = this.#random();
    if (parameters.length > 0 && luck < 0.75) draft.segments[this.#one(parameters)] = this.#segment();
    else if (luck < 0.8) draft.segments.push(this.#segment());
    else if (luck < 0.85 && draft.segments.length > 2) draft.segments.pop();
    else if (luck < 0.9) draft.segments.unshift(this.#one(['', 'v2', 'v1', 'http:', '%2e']));
    else draft.segments[this.#below(draft.segments.length)] = this.#segment();
  }

  #segment(): string {
    return this.chance(0.4) ? encodeURIComponent(this.#one(this.#known.names)) : this.#one(odd.ODD_SEGMENTS);
  }

  #changeQuery(draft: Draft): void {
    const named = draft.operation.query.map(({ name }) => name);
    const name = named.length > 0 && this.chance(0.8) ? this.#one(named) : this.#one(odd.ODD_QUERY_NAMES);
    const value = this.chance(0.2) ? encodeURIComponent(this.#one(this.#known.names)) : this.#one(odd.ODD_QUERY_VALUES);
    const place = draft.query.findIndex(([one]) => one === name);
    if (place !== -1 && this.chance(0.8)) draft.query[place] = [name, value];
    else draft.query.push([name, value]);
  }

  #changeCredentials(draft: Draft): void {
    if (this.chance(0.15)) draft.credentials = null;
    else draft.credentials = this.#one(this.chance(0.6) ? this.#known.credentials : odd.ODD_CREDENTIALS);
  }

  #changeBody(draft: Draft, body: Body | undefined): void {
    const luck = this.#random();
    if (luck < 0.1) draft.mediaType = this.#one([...odd.MEDIA_TYPES, null]);
    else if (luck < 0.2) draft.body = this.#one([...odd.RAW_BODIES, ...odd.BROKEN_UTF8, null]);
    else if (luck < 0.25 && draft.body !== null) draft.body = draft.body.subarray(0, this.#below(draft.body.length));
    else if (luck < 0.5 && body !== undefined) draft.body = jsonBytes(this.#one(this.#bodiesOf(draft, body)));
    else draft.body = jsonBytes(this.#changedValue(parsed(draft.body)));
  }

  /** Bodies at and past each limit of the documented shape. */
  #bodiesOf({ operation }: Draft, body: Body): readonly unknown[] {
    const known = this.#bodies.get(operation.name);
    if (known !== undefined) return known;
    const wrong = wrongBodies(body).map((one) => one.body);
    const atLimits = bodiesAtLimits(body).map((one) => ({ ...(one.body as object), surprise: undefined }));
    const all = body.example === undefined ? odd.ODD_JSON : [body.example, ...wrong, ...atLimits];
    this.#bodies.set(operation.name, all);
    return all;
  }

  /** Replaces, removes, repeats or adds a value at a random place. */
  #changedValue(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.chance(0.05)) return this.#oddValue();
    if (Array.isArray(value)) return this.#changedList(value);
    const fields: Record<string, unknown> = { ...value };
    const names = Object.keys(fields);
    const luck = this.#random();
    if (names.length === 0 || luck < 0.08) {
      const name = this.#one(['surprise', 'id', 'revision', 'status', 'Username', 'reason', 'constructor', '']);
      return { ...fields, [name]: this.#oddValue() };
    }
    const name = this.#one(names);
    if (luck < 0.2) delete fields[name];
    else fields[name] = luck < 0.5 ? this.#oddValue() : this.#changedValue(fields[name]);
    return fields;
  }

  #changedList(list: readonly unknown[]): unknown[] {
    const place = this.#below(list.length);
    const luck = this.#random();
    if (list.length === 0 || luck < 0.1) return [...list, this.#oddValue()];
    if (luck < 0.2) return list.toSpliced(place, 1);
    if (luck < 0.3) return [...list, list[place]];
    if (luck < 0.35) return Array.from({ length: 60 }, () => list[place]);
    return list.with(place, this.#changedValue(list[place]));
  }

  #oddValue(): unknown {
    return this.chance(0.2) ? this.#one(this.#known.names) : this.#one(odd.ODD_JSON);
  }

  /** A body where none is expected. */
  #addBody(draft: Draft): void {
    draft.body = this.#one(odd.RAW_BODIES);
    draft.mediaType = this.#one(odd.MEDIA_TYPES);
  }

  #one<T>(values: readonly T[]): T {
    return values[this.#below(values.length)] as T;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }
}

/** `surprise: undefined` and the like are left out. */
export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '');
}

function parsed(body: Buffer | null): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? '');
  } catch {
    return {};
  }
}
