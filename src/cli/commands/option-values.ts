import { InvalidArgumentError } from 'commander';

/** Reads an option's value as a whole number; commander names the option in the message. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

/** Adds to an option that may be given several times. */
export function oneMore(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}

/** Adds to an option that may be given several times, or once with commas. */
export function someMore(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, ...text.split(',').map((part) => part.trim())];
}
