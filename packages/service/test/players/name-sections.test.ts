import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sectionsOf } from '../../src/players/name-sections.ts';
import { nameColumns } from '../../src/players/name-words.ts';

/** Few letters of several scripts, so that names and beginnings meet. */
const text = (max: number) => fc.stringMatching(new RegExp(`^[abé א王\\u{10330}z7. ]{1,${max}}$`, 'u'));
/** Of these letters only é has an accent. */
const plain = (letters: string): string => letters.replaceAll('é', 'e');
const wordsIn = (letters: string): string[] => [
  ...new Set(
    plain(letters)
      .split(/[ .]/)
      .filter((word) => word !== ''),
  ),
];
const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const username = fc.stringMatching(/^[abz7][abz7.]{0,8}[abz7]$/);

/** What PostgreSQL answers to such a query. */
function isFound(query: string, indexed: readonly string[]): boolean {
  return query.split(' & ').every((each) => {
    const beginnings = [...each.matchAll(/'([^']+)':\*/g)].map(([, beginning = '']) => beginning);
    return beginnings.some((beginning) => indexed.some((word) => word.startsWith(beginning)));
  });
}

describe('the sections of the order of names', () => {
  it('cover it without a gap, and in its section the index of words finds every player who has all the words', () => {
    fc.assert(
      fc.property(text(12), username, text(8), (display_name, name, q) => {
        const { sort_name, name_words } = nameColumns({ display_name, username: name });
        assert.equal(sort_name, plain(display_name));
        const words = wordsIn(q);
        const sections = sectionsOf(words);
        for (const [index, { from, below }] of sections.entries()) {
          assert.ok(inBytes(from, below) < 0);
          assert.equal(from, sections[index - 1]?.below ?? '');
        }
        const section = sections.findLast(({ from }) => inBytes(from, sort_name) <= 0) ?? assert.fail();
        const own = wordsIn(`${display_name} ${name}`);
        const hasAll = words.every((word) => own.some((one) => one.startsWith(word)));
        assert.equal(
          words.every((word) => name_words.includes(` ${word}`)),
          hasAll,
        );
        if (!hasAll || section.query === null) return;
        assert.ok(isFound(section.query, name_words.split(',').slice(1)), `${name_words} in ${section.query}`);
      }),
      { numRuns: 3_000 },
    );
  });

  it('have no query for a word where the names begin with it', () => {
    assert.deepEqual(
      sectionsOf(['ana']).map(({ from, query }) => [from, query]),
      [
        ['', "('<0 ana':* | '<1 ana':* | '<2 ana':*)"],
        ['ana', null],
        ['anb', "('>0 ana':* | '>1 ana':* | '>2 ana':*)"],
      ],
    );
  });
});
