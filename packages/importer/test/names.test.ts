import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUsername } from '@bandeja/contract/username';
import fc from 'fast-check';
import { loadLettersOf } from '../src/names/latin.ts';
import { madeUsername } from '../src/names/made-usernames.ts';
import { nameKey, shownName } from '../src/names/name-forms.ts';
import { namesOf } from '../src/names/names-of-file.ts';
import { namesOf as pastedNames } from '../src/names/pasted-names.ts';
import { type Known, People } from '../src/names/people.ts';
import { isShortFor } from '../src/names/similar-names.ts';
import type { Row } from '../src/rows.ts';

const KNOWN: Known = { own: [], settled: new Map() };

const rowsOf = (matches: readonly (readonly string[])[]): readonly Row[] =>
  matches.map((players, index) => ({
    ...{ line: index + 2, externalRef: '', players, match: {}, participants: null, faults: [], notes: [] },
    written: { winner: '', score: '', sets: [], hasTime: true, scoreWinner: null },
  }));

const peopleOf = (matches: readonly (readonly string[])[], known = KNOWN): People =>
  new People(namesOf(rowsOf(matches), () => false).names, known);

const given = ['Ana', 'Ána', 'A.', 'Marta', 'MARTA', 'Iñaki', 'Анна', '明', 'Jean-Paul', 'Search'];
const family = ['', 'Gil', 'gil', 'G.', 'Gil Pérez', 'O’Brien', 'Øster', 'Петров', 'de la Peña'];
const marks = ['', '', '', ' [1]', ' (2)', ' (ESP)', ' ESP', '(S↑)', ' - sub', ' (WC)', '?'];
const aName = fc.oneof(
  fc
    .tuple(fc.constantFrom(...given), fc.constantFrom(...family), fc.constantFrom(...marks))
    .map(([one, other, mark]) => `${one} ${other}`.trim() + mark),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
);
const matchesOfNames = fc.array(fc.array(aName, { minLength: 4, maxLength: 4 }), { maxLength: 12 });

describe('names', () => {
  for (const [text, shown] of [
    ['GIL, Marta', 'Marta Gil'],
    ['MARÍA DE LA PEÑA', 'María de la Peña'],
    ['  marta   gil ', 'marta gil'],
    ['JP Costa', 'JP Costa'],
    ["O'BRIEN, Seán", "Seán O'Brien"],
    ['Gil, Marta, jr', 'Gil, Marta, jr'],
  ] as const) {
    it(`shows “${text}” as “${shown}”`, () => assert.equal(shownName(text), shown));
  }

  it('names match without accents, case and apostrophes, and with the family name first', () => {
    for (const text of ['Márta Gil-Peña', 'marta gil pena', 'GIL PEÑA, Marta'])
      assert.equal(nameKey(text), 'marta gil pena');
    assert.equal(nameKey('Seán O’Brien'), nameKey("sean o'brien"));
    assert.notEqual(nameKey('राम'), nameKey('रम'));
  });

  it('the display form of a doubtful name keeps the mark of doubt', () => {
    for (const text of ['GIL, Marta*', 'GIL*, Marta', 'Marta GIL *', 'Marta Gil?']) {
      assert.equal(nameKey(text), 'marta gil ?');
      assert.equal(nameKey(shownName(text)), 'marta gil ?', text);
    }
    for (const text of ['*Marta Gil', '* Marta Gil']) assert.equal(nameKey(text), 'marta gil');
  });

  it('written and displayed names compare equal', () => {
    fc.assert(fc.property(aName, (text) => assert.equal(nameKey(shownName(text)), nameKey(text))));
  });

  for (const [key, username] of [
    ['marta gil', 'marta.gil'],
    ['иван петров', 'ivan.petrov'],
    ['γιωργος', 'giorgos'],
  ] as const) {
    it(`makes ${username} of “${key}”`, () => assert.equal(madeUsername(nameKey(key), 0), username));
  }

  it('of all scripts get readable usernames once their letters are loaded', async () => {
    assert.match(madeUsername(nameKey('李小龙'), 0), /^player\.\w{8}$/);
    const names = [
      'Łukasz Øster',
      'Đorđe Đukić',
      'GIL, Marta',
      'محمد العلي',
      'Юлія Щербак',
      '李小龙',
      '김민준',
      'דוד לוי',
      'राम शर्मा',
    ];
    await loadLettersOf(names);
    assert.deepEqual(
      names.map((name) => madeUsername(nameKey(name), 0)),
      [
        ...['lukasz.oster', 'dorde.dukic', 'marta.gil', 'mhmd.alaly', 'iuliia.shcherbak', 'lixiaolong', 'gimminjun'],
        ...['dvd.lvy', 'ram.srma'],
      ],
    );
  });

  it('every username made from a name is accepted by the service', () => {
    const anAttempt = fc.nat(30);
    fc.assert(
      fc.property(aName, anAttempt, (text, attempt) => {
        const key = nameKey(text);
        if (key !== '') assert.ok(isUsername(madeUsername(key, attempt)), madeUsername(key, attempt));
      }),
    );
  });

  it('a short form matches the full name, word by word or by initials, but not the reverse', () => {
    for (const short of ['marta', 'marta g', 'm gil', 'm g', 'marta perez', 'marta gil'])
      assert.ok(isShortFor(short, 'marta gil perez'), short);
    for (const other of ['gil', 'marta gil perez', 'ana gil', 'mar gil', 'marta perez gil'])
      assert.ok(!isShortFor(other, 'marta gil perez'), other);
  });
});

describe('Marks at names', () => {
  const PLAIN = 'Ana Ruiz';

  const SURE =
    'Ana Ruiz [1];Ana Ruiz[12];[3] Ana Ruiz;RUIZ [1], Ana;1. Ana Ruiz;2) RUIZ, Ana;#3 Ana Ruiz;Ana Ruiz (WC);Ana (Q) Ruiz;Ana Ruiz (1/WC);' +
    'Ana Ruiz [LL];Dr. Ana Ruiz;RUIZ, Dra. Ana;Sra. Ana Ruiz;Mrs Ana Ruiz;Ana Ruiz (Dr.);Ana Ruiz 🇪🇸;Ana Ruiz ↑;Ana Ruiz ⭐';
  for (const text of SURE.split(';')) {
    it(`${text} is the same person as ${PLAIN}, and is shown as that`, () => {
      assert.equal(nameKey(text), nameKey(PLAIN));
      assert.equal(shownName(text).toLowerCase(), 'ana ruiz');
    });
  }

  const OPEN =
    'Ana Ruiz (2);(1) Ana Ruiz;1 Ana Ruiz;Ana Ruiz #2;Ana Ruiz (S);Ana Ruiz(S↑);Ana Ruiz (sub);Ana Ruiz (inv.);Ana Ruiz (suplente);Ana Ruiz (suplente de Eva);' +
    'Ana Ruiz - sub;Sub: Ana Ruiz;Suplente Ana Ruiz;Ana Ruiz, sub;Ana Ruiz (Ersatz);Ana Ruiz (remplaçante);Ana Ruiz (ESP);Ana Ruiz [ESP];' +
    'ESP Ana Ruiz;Ana Ruiz ESP;RUIZ, Ana (ESP);Ana (ESP) Ruiz;Ana Ruiz (2, ESP);Ana Ruiz (C);Ana Ruiz (drive);Don Ana Ruiz';
  it('a mark that may mean another person is asked about, and the plain name is stored, even with one row each', async () => {
    for (const text of OPEN.split(';')) {
      const people = peopleOf([
        [PLAIN, 'Bea Dos', 'Cai Tres', 'Dan Cuatro'],
        [text, 'Bea Dos', 'Cai Tres', 'Dan Cuatro'],
      ]);
      assert.equal(people.meaningOf(nameKey(PLAIN))?.kind, 'new', text);
      assert.partialDeepStrictEqual(people.meaningOf(nameKey(text)), {
        kind: 'unclear',
        doubt: 'marked',
        candidates: [{ displayName: PLAIN }],
      });
    }
  });

  it('names that only look marked are names', () => {
    for (const text of [
      'JP Costa',
      'Ana RUIZ MAR',
      'MARTA MAR SOL',
      'Eva MAR',
      'Ana (G)',
      'Ana (Chus) Ruiz',
      'Don Ruiz',
      'Dr. Ruiz',
    ])
      assert.deepEqual([nameKey(text).includes('?'), nameKey(text)], [false, nameKey(text.toLowerCase())], text);
    assert.equal(shownName('RUIZ, ANA (ESP)'), 'Ana Ruiz (ESP)');
  });

  it('numbers and countries that many names have are the same people, unless a name has two of them', async () => {
    const numbered = [['Ana Ruiz (1)', 'Bea Dos (1)', 'Cai Tres (2)', 'Dan Cuatro (2)']];
    const { names, keyOf } = namesOf(
      rowsOf([...numbered, ['Ana Ruiz', 'Eva Sol', 'Bea Dos (3)', 'Rui Paz']]),
      () => false,
    );
    assert.deepEqual(
      [...names.keys()],
      ['ana ruiz', 'bea dos ?1', 'bea dos ?3', 'cai tres', 'dan cuatro', 'eva sol', 'rui paz'],
    );
    assert.deepEqual([names.get('ana ruiz')?.rows, names.get('cai tres')?.name], [2, 'Cai Tres']);
    assert.equal(keyOf('Dan Cuatro (2)'), 'dan cuatro');
    const countries = [['Ana Ruiz (ESP)', 'Bea Dos POR', 'Cai Tres [ITA]', 'Dan Cuatro']];
    assert.deepEqual(
      [...namesOf(rowsOf(countries), () => false).names.keys()],
      ['ana ruiz', 'bea dos', 'cai tres', 'dan cuatro'],
    );
    // Three second namesakes.
    const second = [['Ana Ruiz (2)', 'Bea Dos (2)', 'Cai Tres (2)', 'Ana Ruiz']];
    assert.equal(namesOf(rowsOf(second), () => false).names.size, 4);
  });

  it('of two orders of the same words, the one in fewer rows is asked about', async () => {
    const others = ['Bea Dos', 'Cai Tres', 'Dan Cuatro'];
    const people = peopleOf([
      ['Ana Ruiz', ...others],
      ['Ana Ruiz', ...others],
      ['RUIZ ANA', ...others],
    ]);
    assert.deepEqual(
      people.all.flatMap(({ name, meaning }) => (meaning.kind === 'unclear' ? [name.name] : [])),
      ['Ruiz Ana'],
    );
  });
});

describe('Pasted names', () => {
  /** Names joined by + are a pair. A name in brackets is probably none. */
  const read = (text: string, isOfPairs = false): string =>
    [...Map.groupBy(pastedNames(text, isOfPairs), ({ pair }, index) => pair ?? -1 - index).values()]
      .map((group) => group.map(({ name, isLikely }) => (isLikely ? name : `[${name}]`)).join(' + '))
      .join(', ');

  for (const [text, names] of [
    ['1. Ana García ✅\n2) BEA GIL\n3- José Luis', 'Ana García, Bea Gil, José Luis'],
    ['Ana, Bea, Carla', 'Ana, Bea, Carla'],
    ['Ana García, Bea Gil', 'Ana García, Bea Gil'],
    ['GIL, Marta', 'Marta Gil'],
    ['Gil, Marta\nPérez, Ana\nDE LA PEÑA, José', 'Marta Gil, Ana Pérez, José de la Peña'],
    ['Ana, Bea', 'Ana, Bea'],
    ['Ana, Bea\nCarla', 'Ana, Bea, Carla'],
    ['Ana y Bea\nAna & Bea', 'Ana + Bea'],
    [
      'Carla - Dora\nEva/Flor\nGema e Inés\nJulia + Kira\nLaia and Mar',
      'Carla + Dora, Eva + Flor, Gema + Inés, Julia + Kira, Laia + Mar',
    ],
    ['GIL, Marta / PÉREZ, Ana', 'Marta Gil + Ana Pérez'],
    ['Ana y Bea, Carla y Dora', 'Ana + Bea, Carla + Dora'],
    ['Ana/Bea/Carla', 'Ana, Bea, Carla'],
    ['Pilar Gil de la Trinidad y Todos los Santos', 'Pilar Gil de la Trinidad y Todos los Santos'],
    ['Jean-Luc\nmaría josé', 'Jean-Luc, María José'],
    ['Ana\nÁNA\n\n🎾', 'Ana'],
    ['Ana y reserva\n+1 de Rafa', 'Ana + [Reserva], [de Rafa]'],
    ['محمد العلي', 'محمد العلي'],
    ['Ana 🙋‍♀️\n🙋🏽‍♂️ Bea 👍🏽\n1️⃣ Eva 🇪🇸❤️', 'Ana, Bea, Eva'],
    ['Ana (si no llueve) 🙋‍♀️\nBea (Chus) Ruiz\nEva [capitana].', 'Ana, Bea (Chus) Ruiz, Eva'],
  ] as const) {
    it(`reads “${text.replaceAll('\n', ' ⏎ ')}” as ${names}`, () => assert.equal(read(text), names));
  }

  for (const [text, arrival, fromRound] of [
    ['Laia Font (llega 21h)', 'llega 21h', null],
    ['3. Laia Font (desde la ronda 3) ✅', 'desde la ronda 3', 3],
    ['Laia Font [arrives 21:00]', 'arrives 21:00', null],
    ['Laia Font (from round 2)', 'from round 2', 2],
    ['Laia Font (chega na 4ª rodada)', 'chega na 4ª rodada', 4],
    ['Laia Font (vem a partir da ronda 12)', 'vem a partir da ronda 12', 12],
    ['Laia Font (Lateral)', null, null],
  ] as const) {
    it(`reads when the player of “${text}” arrives`, () => {
      const [found] = pastedNames(text);
      assert.deepEqual([found?.arrival, found?.fromRound, found?.isLikely], [arrival, fromRound, true]);
      assert.equal(found?.name, 'Laia Font');
      assert.equal(found?.remark, arrival === null ? 'Lateral' : null);
    });
  }

  it('are two players each in a night of pairs where commas may also separate surnames', () => {
    assert.equal(read('Ana, Bea\nCarla, Dora', true), 'Ana, Bea, Carla, Dora');
  });
});

describe('Nicknames', () => {
  const doubtsOf = async (names: readonly string[], own: readonly string[] = []): Promise<readonly string[]> => {
    const registered = own.map((name) => ({ username: madeUsername(nameKey(name), 3), displayName: name }));
    const people = peopleOf([names], { own: registered, settled: new Map() });
    return people.all.flatMap(({ name, meaning }) =>
      meaning.kind === 'unclear'
        ? [`${name.name} = ${meaning.candidates.map(({ displayName }) => displayName).join(', ')}`]
        : [],
    );
  };
  const REST = ['Ana Ruiz', 'Leo Mir'];

  for (const [nickname, name] of [
    ['Javi Gil', 'Javier Gil'],
    ['Bea Gil', 'Beatriz Gil'],
    ['Paco', 'Francisco Gil'],
    ['Pepe G.', 'José Gil'],
    ['Nacho Gil', 'Ignacio Gil Peña'],
    ['Chus Gil', 'María Jesús Gil'],
    ['Chus Gil', 'Jesús Gil'],
    ['José Mª Gil', 'José María Gil'],
    ['Fco. Gil', 'Francisco Gil'],
    ['Ana Glez', 'Ana González'],
    ['Zé Gil', 'José Gil'],
    ['Beppe Gil', 'Giuseppe Gil'],
    ['Alex Gil', 'Alexandre Gil'],
    ['Mike Gil', 'Michael Gil'],
  ] as const) {
    it(`${nickname} beside ${name} is asked about`, async () => {
      assert.deepEqual(await doubtsOf([nickname, name, ...REST]), [`${nickname} = ${name}`]);
      assert.deepEqual(await doubtsOf([nickname, 'Eva Sol', ...REST], [name]), [`${nickname} = ${name}`]);
    });
  }

  it('a full name is asked about if the nickname is registered, and two nicknames of one name are', async () => {
    assert.deepEqual(await doubtsOf(['Javier Gil', ...REST, 'Eva'], ['Javi Gil']), ['Javier Gil = Javi Gil']);
    const both = await doubtsOf(['Paco Gil', 'Fran Gil', ...REST]);
    assert.deepEqual(both, ['Fran Gil = Paco Gil', 'Paco Gil = Fran Gil']);
  });

  it('names that only begin alike, or have other family names, are different people', async () => {
    for (const other of ['Javi Sol', 'Jaime Gil', 'Bea Gil', 'Javiera Gil']) {
      assert.deepEqual(await doubtsOf(['Javier Gil', other, ...REST]), [], other);
    }
  });
});

describe('Names that may be mistaken', () => {
  const OWN = 'Ana Uno;Francisco Díaz;María Ruiz;Dan Qua;Cam Tre;Bea Dos;Mario Fernández;Eva Gil'.split(';');
  const club = OWN.map((displayName, index) => ({ username: `p${index}`, displayName }));
  /** The names, each in its own row beside three others, that are unclear: with the doubt and its candidates. */
  function doubtsOf(names: readonly string[], own = club): Record<string, string> {
    const rows = names.map((name) => [name, 'Zoe Pla', 'Teo Mar', 'Iván Rey']);
    const found = peopleOf(rows, { own, settled: new Map() }).all.flatMap(({ name, meaning }) => {
      if (meaning.kind !== 'unclear') return [];
      const candidates = meaning.candidates.map(({ displayName }) => displayName).join(', ');
      return [[name.name, `${meaning.doubt} ${candidates}`.trim()] as const];
    });
    return Object.fromEntries(found);
  }

  it('by a typing error for another one are asked about', () => {
    const names = 'Ana Un;Anna Uno;Francisco Dias;Maria Ruis;Paco Diez;Fransisco Dias;Mraio Fernandes;Zoe Plaa'.split(
      ';',
    );
    assert.deepEqual(doubtsOf(names), {
      'Ana Un': 'similar Ana Uno',
      'Anna Uno': 'similar Ana Uno',
      'Francisco Dias': 'similar Francisco Díaz',
      'Fransisco Dias': 'similar Francisco Dias, Francisco Díaz',
      'Maria Ruis': 'similar María Ruiz',
      'Mraio Fernandes': 'similar Mario Fernández',
      'Paco Diez': 'similar Francisco Díaz',
      'Zoe Plaa': 'similar Zoe Pla',
    });
  });

  it('are different people if they are short with another letter, or of a woman and a man', () =>
    assert.deepEqual(
      doubtsOf('Ana Gil;Ada Uno;Eva Gal;Maria Fernández;Mario Ruiz;Dana Qua;Ana Dos;Eva Gil 2'.split(';')),
      {},
    ));

  it('are asked about if someone of another name has the username that would be made of them', () =>
    assert.deepEqual(doubtsOf(['Leo Mir'], [{ username: 'leo.mir', displayName: 'Nora Vega' }]), {
      'Leo Mir': 'username Nora Vega',
    }));

  it('are asked about if they are marked as doubtful, or are placeholders', () =>
    assert.deepEqual(
      doubtsOf(['Dan Qua?', 'Cam Tre (?)', 'Bea Dos*', 'Nuevo Rey ?', 'Invitado', 'N.N.', 'Jugador 1', 'X']),
      {
        'Bea Dos*': 'marked Bea Dos',
        'Cam Tre (?)': 'marked Cam Tre',
        'Dan Qua?': 'marked Dan Qua',
        'Nuevo Rey ?': 'marked',
        Invitado: 'placeholder',
        'Jugador 1': 'placeholder',
        'N.N.': 'placeholder',
        X: 'placeholder',
      },
    ));

  it('are asked about if they are the one in fewer rows of a full name and a longer form of it', () => {
    const unclear = (names: readonly string[], own: readonly string[] = []): readonly string[] =>
      Object.keys(
        doubtsOf(
          names,
          own.map((displayName) => ({ username: 'own', displayName })),
        ),
      );
    const [short, long] = ['Tomás Gallego', 'Tomás Gallego (sub)'];
    assert.deepEqual(unclear([short, short, long]), [long]);
    assert.deepEqual(unclear([short, long, long], [short]), [long]);
    assert.deepEqual(unclear(['Inés Mir', 'Inés Mir Sanz', 'Inés Mir Sanz']), ['Inés Mir']);
    assert.deepEqual(unclear(['Inés Mir', 'Inés Mir', 'Inés Mir Sanz']), ['Inés Mir Sanz']);
    assert.deepEqual(unclear(['Noa', 'Noa', 'Noa Vega']), ['Noa']);
    assert.deepEqual(unclear([short, 'Tomás Gallego (jr)'], [short]), []);
  });
});

describe('The people of a file', () => {
  it('two names never get the same username', async () => {
    await fc.assert(
      fc.asyncProperty(matchesOfNames, async (matches) => {
        const people = peopleOf(matches);
        const made = people.all.flatMap(({ name, meaning }) =>
          meaning.kind === 'new' ? [[meaning.username, name.key]] : [],
        );
        assert.equal(new Set(made.map(([username]) => username)).size, made.length);
      }),
    );
  });

  it('the order of rows does not change the usernames', async () => {
    const shuffled = matchesOfNames.chain((matches) =>
      fc.shuffledSubarray(matches, { minLength: matches.length }).map((other) => [matches, other] as const),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([matches, other]) => {
        const outcome = async (rows: typeof matches): Promise<unknown> =>
          peopleOf(rows).all.map(({ name, meaning }) => [
            name.name,
            meaning.kind === 'unclear' ? meaning.candidates : meaning,
          ]);
        assert.deepEqual(await outcome(other), await outcome(matches));
      }),
    );
  });

  it('usernames do not change when some or all people are registered already', async () => {
    await fc.assert(
      fc.asyncProperty(matchesOfNames, fc.infiniteStream(fc.boolean()), async (matches, draws) => {
        const first = peopleOf(matches).all;
        const fresh = first.flatMap(({ name, meaning }) =>
          meaning.kind === 'new' ? [{ username: meaning.username, displayName: name.name }] : [],
        );
        const own = fresh.filter(() => draws.next().value);
        const again = peopleOf(matches, { own, settled: new Map() });
        for (const { name, meaning } of first) {
          const now = again.meaningOf(name.key);
          assert.ok(now);
          if (meaning.kind !== 'new') assert.equal(now.kind, meaning.kind);
          else assert.ok(now.kind !== 'unclear' && now.username === meaning.username, name.name);
        }
      }),
    );
  });

  it('the displayed spelling has the accents', async () => {
    const people = peopleOf([['Inaki Pena'], ['inaki pena'], ['Iñaki Peña'], ['INAKI PENA']]);
    assert.deepEqual(
      people.all.map(({ name }) => name.name),
      ['Iñaki Peña'],
    );
  });
});
