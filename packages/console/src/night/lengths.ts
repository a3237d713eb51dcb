import type { CSSProperties } from 'react';

const longestOf = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));

/** The lengths of names, for the style sheet: where they are longer than their line, their letters are smaller. */
export const lengthsOf = (names: readonly string[]): CSSProperties =>
  ({
    '--length': names.join(' · ').length,
    '--longest': longestOf(names),
    '--word': longestOf(names.flatMap((name) => name.split(/[ -]/))),
  }) as CSSProperties;
