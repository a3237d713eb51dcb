/** Reads texts in ICU MessageFormat, as far as the catalogue uses it. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Cases, Part, Text } from './format.ts';

/** @throws {Error} for a text that is not in ICU MessageFormat, or has a value of another kind */
export function parseText(text: string): Text {
  // `<` is a character like any other: no text has markup.
  return textOf(parse(text, { ignoreTag: true, captureLocation: false }), '');
}

/** @param counted the value that `#` shows */
function textOf(elements: readonly MessageFormatElement[], counted: string): Text {
  const [first = '', ...others] = elements.map((element) => partOf(element, counted));
  return others.length === 0 && typeof first === 'string' ? first : [first, ...others];
}

function partOf(element: MessageFormatElement, counted: string): Part {
  if (element.type === TYPE.literal) return element.value;
  if (element.type === TYPE.pound) return { number: counted };
  const { value: name } = element;
  if (element.type === TYPE.argument) return { text: name };
  if (element.type === TYPE.number && element.style == null) return { number: name };
  if (element.type === TYPE.select) return { select: name, cases: casesOf(element.options, counted) };
  if (element.type === TYPE.plural && element.pluralType === 'cardinal' && element.offset === 0)
    return { plural: name, cases: casesOf(element.options, name) };
  throw new Error(`{${name}} is neither {name}, {name, number}, {name, plural, …} nor {name, select, …}`);
}

const casesOf = (options: Readonly<Record<string, { value: MessageFormatElement[] }>>, counted: string): Cases =>
  Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, textOf(value, counted)]));

/** The parts of a text, with those of its cases. */
function partsOf(text: Text): Part[] {
  if (typeof text === 'string') return [text];
  return text.flatMap((part) =>
    typeof part === 'object' && 'cases' in part ? [part, ...Object.values(part.cases).flatMap(partsOf)] : [part],
  );
}

/** `text`, `number`, or the cases of a select. */
export type Kind = 'text' | 'number' | readonly string[];

/** The kind of each value by its name. @throws {Error} if a value has two kinds */
export function valuesIn(text: Text): ReadonlyMap<string, Kind> {
  const found = new Map<string, Kind>();
  for (const part of partsOf(text)) {
    if (typeof part === 'string') continue;
    if ('text' in part) add(found, part.text, 'text');
    else if ('select' in part) add(found, part.select, Object.keys(part.cases).toSorted());
    else add(found, 'number' in part ? part.number : part.plural, 'number');
  }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A value that chooses words and is shown too is a text: `{typo, select, none {} other {{typo}?}}`. */
function add(found: Map<string, Kind>, name: string, kind: Kind): void {
  const known = found.get(name);
  if (known === undefined || String(known) === String(kind)) found.set(name, kind);
  else if (known === 'number' || kind === 'number') throw new Error(`{${name}} is a number and something else`);
  else if (known === 'text' || kind === 'text') found.set(name, 'text');
  else found.set(name, [...new Set([...known, ...kind])].toSorted());
}

/** A plural of a text: its value, and the cases that it has words for. */
export interface Plural {
  readonly name: string;
  readonly cases: readonly string[];
}

export const pluralsIn = (text: Text): Plural[] =>
  partsOf(text).flatMap((part) =>
    typeof part === 'object' && 'plural' in part ? [{ name: part.plural, cases: Object.keys(part.cases) }] : [],
  );
