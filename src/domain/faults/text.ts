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
 * Finds every string and key with U+0000 or a lone surrogate. What a shape leaves open (`Type.Unknown()`) is not read: it
 * is judged later, by another shape. Walks with a list rather than by recursion: a body may be nested deeper than the stack.
 */
export function textFaults(shape: TSchema, value: unknown): Fault[] {
  // Nearly always; and places cost more to name than to look at.
  if (isStorable(value, shape)) return [];
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

/** Whether there is no such text in what the shape does not leave open. */
function isStorable(root: unknown, rootShape: TSchema): boolean {
  const values = [root];
  const shapes: (TSchema | undefined)[] = [rootShape];
  while (values.length > 0) {
    const value = values.pop();
    const shape = shapes.pop();
    if (isLeftOpen(shape)) continue;
    if (typeof value === 'string') {
      if (isUnstorable(value)) return false;
    } else if (Array.isArray(value)) {
      const { items } = (shape ?? {}) as { items?: TSchema };
      for (let index = 0; index < value.length; index += 1) {
        values.push(value[index]);
        shapes.push(items);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const key in value) {
        if (isUnstorable(key)) return false;
        values.push((value as Readonly<Record<string, unknown>>)[key]);
        shapes.push(fieldShape(shape, key));
      }
    }
  }
  return true;
}

function fieldShape(shape: TSchema | undefined, key: string): TSchema | undefined {
  const { properties = {} } = (shape ?? {}) as { properties?: Readonly<Record<string, TSchema>> };
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function openItems(place: Place, items: readonly unknown[], open: Place[]): void {
  const { items: shape } = (place.shape ?? {}) as { items?: TSchema };
  for (const [index, value] of items.entries()) {
    open.push({ value, shape, pointer: pointerInside(place, String(index)) });
  }
}

function openFields(place: Place, fields: object, open: Place[], faults: Fault[]): void {
  for (const [key, value] of Object.entries(fields)) {
    const pointer = pointerInside(place, key);
    open.push({ value, shape: fieldShape(place.shape, key), pointer });
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
