import type { TSchema } from 'typebox';
import type { Fault } from '../errors/index.ts';
import { POINTER_LENGTH_MAX } from './collect.ts';
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
  // Nearly always; and places cost more to name than to look at.
  if (isStorable(value)) return [];
  const faults: Fault[] = [];
  const open: Place[] = [{ value, shape, pointer: '' }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (isLeftOpen(place.shape)) continue;
    if (typeof place.value === 'string') {
      if (isUnstorable(place.value)) faults.push(unstorable(place.pointer));
    } else if (Array.isArray(place.value)) {
      openItems(place, place.value, open);
    } else if (typeof place.value === 'object' && place.value !== null) {
      openFields(place, place.value, open, faults);
    }
  }
  return faults.reverse();
}

/** Whether there is no such text at all, whatever the shape. */
function isStorable(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'string') {
      if (isUnstorable(one)) return false;
    } else if (Array.isArray(one)) {
      for (let index = 0; index < one.length; index += 1) open.push(one[index]);
    } else if (typeof one === 'object' && one !== null) {
      for (const key in one) {
        if (isUnstorable(key)) return false;
        open.push((one as Readonly<Record<string, unknown>>)[key]);
      }
    }
  }
  return true;
}

function openItems(place: Place, items: readonly unknown[], open: Place[]): void {
  const { items: shape } = (place.shape ?? {}) as { items?: TSchema };
  for (const [index, value] of items.entries()) {
    open.push({ value, shape, pointer: pointerInside(place, String(index)) });
  }
}

function openFields(place: Place, fields: object, open: Place[], faults: Fault[]): void {
  const { properties = {} } = (place.shape ?? {}) as { properties?: Record<string, TSchema> };
  for (const [key, value] of Object.entries(fields)) {
    const pointer = pointerInside(place, key);
    open.push({ value, shape: Object.hasOwn(properties, key) ? properties[key] : undefined, pointer });
    if (isUnstorable(key)) faults.push(unstorable(pointer));
  }
}

/** Places that lie deeper than a pointer may be long are called by the last one that has a name. */
function pointerInside(place: Place, key: string): string {
  return place.pointer.length > POINTER_LENGTH_MAX ? place.pointer : place.pointer + pointerTo(key);
}

function isLeftOpen(shape: TSchema | undefined): boolean {
  return shape !== undefined && !('type' in shape);
}

function unstorable(pointer: string): Fault {
  return { pointer, code: 'bad_format', detail: 'Must not hold U+0000 or half of a surrogate pair.' };
}
