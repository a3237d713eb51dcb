import { hash } from 'fast-sha256';

/** 96 bits: among a million texts two have the same digest with a chance of 10⁻¹⁷. */
export const DIGEST_CHARACTERS = 16;

/** A short digest of a text, in letters, digits, `-` and `_`. */
export const digestOf = (text: string): string =>
  btoa(String.fromCharCode(...hash(new TextEncoder().encode(text))))
    .slice(0, DIGEST_CHARACTERS)
    .replaceAll('+', '-')
    .replaceAll('/', '_');
