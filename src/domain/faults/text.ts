import type { TSchema } from 'typebox';
import type { Fault } from '../errors/index.ts';
import { pointerTo } from './pointer.ts';

interface Place {
  readonly value: unknown;
  readonly shape: TSchema | undefined;
  readonly pointer: string;
}

/** True for text that PostgreSQL, or UTF-8 itself, cannot hold: U+0000 or half of a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/**
 * Finds every string and key with U+0000 or a lone surrogate. What a shape leaves open (`Type.Unknown()`) is left to
 * whoever judges it. Walks with a list rather than by recursion: a body may be nested deeper than the stack.
 */
export function textFaults(shape: TSchema, value: unknown): Fault[] {
  const faults: Fault[] = [];
  const open: Place[] = [{ value, shape, pointer: '' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (isLeftOpen(place.shape)) continue;
    if (typeof place.value === 'string') {
      if (isUnstorable(place.value)) faults.push(unstorable(place.pointer));
    } else if (typeof place.value === 'object' && place.value !== null) {
      for (const child of childrenOf(place)) {
        open.push(child.place);
        if (isUnstorable(child.key)) faults.push(unstorable(child.place.pointer));
      }
    }
  }
  return faults.reverse();
}

function* childrenOf(place: Place): Generator<{ readonly key: string; readonly place: Place }> {
  const shape = place.shape as { properties?: Record<string, TSchema>; items?: TSchema } | undefined;
  for (const [key, value] of Object.entries(place.value as object)) {
    const known = shape?.properties !== undefined && Object.hasOwn(shape.properties, key);
    const child = Array.isArray(place.value) ? shape?.items : known ? shape?.properties?.[key] : undefined;
    yield { key, place: { value, shape: child, pointer: place.pointer + pointerTo(key) } };
  }
}

function isLeftOpen(shape: TSchema | undefined): boolean {
  return shape !== undefined && !('type' in shape);
}

function unstorable(pointer: string): Fault {
  return { pointer, code: 'bad_format', detail: 'Must not hold U+0000 or half of a surrogate pair.' };
}
