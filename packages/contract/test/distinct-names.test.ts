import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { distinctNames, formsOf } from '../src/distinct-names.ts';

const aName = fc
  .tuple(
    fc.constantFrom('Ana', 'ana', 'Ána', 'José Luis', '明', 'محمد'),
    fc.constantFrom('', ' Pérez', ' Pérez Gil', ' Peris', ' P.', ' 7', '  Prats'),
  )
  .map(([first, others]) => `${first}${others}`);
const someNames = fc.array(aName, { maxLength: 12 });

const numbered = (names: readonly string[]) =>
  names.map((name, index) => ({ forms: formsOf(name), number: index + 1 }));
const key = (name: string): string => name.normalize('NFC').toLowerCase();

describe('names of namesakes', () => {
  it('get longer letter by letter, and equal ones get their number', () => {
    const names = ['Ana Pérez', 'Ana Prats', 'Bea Gil', 'Ana', 'Leo Mir', 'leo mir', 'Ana Prats Sol'];
    assert.deepEqual(distinctNames(numbered(names)), [
      ...['Ana Pé.', 'Ana Prats', 'Bea', 'Ana', 'Leo Mir 5', 'leo mir 6', 'Ana Prats S.'],
    ]);
    assert.deepEqual(distinctNames(numbered(['Ana Prats']), ['Ana', 'Ana P.']), ['Ana Pr.']);
    assert.deepEqual(formsOf('José Luis Gil', 'José Luis'), [
      'José Luis',
      'José Luis G.',
      'José Luis Gi.',
      'José Luis Gil',
    ]);
  });

  it('all differ', () => {
    fc.assert(
      fc.property(someNames, (names) => {
        const shown = distinctNames(numbered(names)).map(key);
        assert.equal(new Set(shown).size, names.length, shown.join(', '));
      }),
    );
  });

  it('are no longer than they need: the next shorter form may mean another player', () => {
    fc.assert(
      fc.property(someNames, someNames, (names, taken) => {
        const all = numbered(names);
        for (const [index, name] of distinctNames(all, taken).entries()) {
          const { forms = [] } = all[index] ?? {};
          const shorter = forms.includes(name) ? forms[forms.indexOf(name) - 1] : forms.at(-1);
          const others = [
            ...all.toSpliced(index, 1).flatMap((one) => [...one.forms, `${one.forms.at(-1)} ${one.number}`]),
            ...taken,
          ].map(key);
          assert.ok(shorter === undefined || others.includes(key(shorter)), `${name} of ${names}`);
        }
      }),
    );
  });

  it('do not depend on the order of the players', () => {
    const shuffled = someNames.chain((names) => {
      const forms = numbered(names);
      return fc.tuple(fc.constant(forms), fc.shuffledSubarray(forms, { minLength: forms.length }));
    });
    fc.assert(
      fc.property(shuffled, ([forms, others]) => {
        const again = distinctNames(others);
        assert.deepEqual(
          distinctNames(forms),
          forms.map((one) => again[others.indexOf(one)]),
        );
      }),
    );
  });
});
