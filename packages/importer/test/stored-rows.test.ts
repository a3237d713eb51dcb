import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { loadMessages } from '@bandeja/messages';
import { textOf } from '../src/message.ts';
import { shownReference } from '../src/send/references.ts';
import { reasonText } from '../src/send/report-csv.ts';
import { storedResults } from '../src/send/stored-rows.ts';

const spanish = loadMessages('es');

const row = (changes: Partial<Api.ImportRow>): Api.ImportRow => ({
  ...{ line: 4, state: 'rejected', external_ref: null, match_id: null, now: null },
  ...{ problems: [], differences: [], warnings: [] },
  ...changes,
});

const reasonsIn = (problem: Partial<Api.ImportProblem>): readonly string[] =>
  storedResults(
    [row({ problems: [{ pointer: null, code: 'x', detail: null, values: {}, ...problem }] })],
    'row',
  ).flatMap(({ reasons }) => reasons.map((reason) => reasonText(spanish, reason)));

const warningsIn = (warning: Partial<Api.ImportWarning>, others: readonly Api.ImportRow[] = []): readonly string[] => {
  const whole = { pointer: null, code: 'unfinished_set', detail: '', match_id: null, values: {}, ...warning } as const;
  return storedResults([...others, row({ state: 'created', warnings: [whole] })], 'row').flatMap(({ cautions }) =>
    cautions.map(({ text }) => textOf(spanish, text)),
  );
};

const set = { set_number: 3, team_a_games: 66, team_b_games: 4 };

describe('A row that the service remembers', () => {
  it('has the texts of the report, without its file', () => {
    assert.deepEqual(reasonsIn({ code: 'not_a_score', values: { text: 'seis', columns: ['Resultado'] } }), [
      'Resultado: «seis» no es un marcador como «6-4 3-6 7-5»',
    ]);
    assert.match(
      reasonsIn({ pointer: '/set_scores/2', code: 'implausible_score', detail: 'x', values: set }).join(),
      /66–4/,
    );
    const future = { pointer: '/played_at', code: 'played_at_in_future', detail: 'x' } as const;
    assert.match(
      reasonsIn({ ...future, values: { played_at: '2099-05-01T19:30:00+02:00' } }).join(),
      /2099-05-01 19:30/,
    );
    assert.match(warningsIn({ values: { set_number: 3, team_a_games: 6, team_b_games: 5 } }).join(), /6–5/);
    assert.match(warningsIn({ code: 'unusual_score', values: { ...set, team_a_games: 25 } }).join(), /25–4/);
  });

  it('says what to do about a full session and a reserved reference', () => {
    const session = { pointer: '/session_external_ref', code: 'out_of_range', detail: 'x', values: { most: 1000 } };
    assert.match(reasonsIn(session).join(), /la sesión ya tiene 1000 partidos, el máximo; da otra sesión/);
    assert.match(
      reasonsIn({ pointer: '/external_ref', code: 'conflicting', detail: 'x' }).join(),
      /da otra referencia a este partido/,
    );
  });

  it('is named by its number in warnings of other rows', () => {
    const near = { code: 'same_players_nearby', match_id: 'm', values: { external_ref: 'r', minutes: -10 } } as const;
    assert.match(
      warningsIn(near, [row({ state: 'created', match_id: 'm', line: 7 })]).join(),
      /fila 7, 10 minutos antes/,
    );
    assert.match(warningsIn(near).join(), /«r»/);
  });

  it('shows only references of its file, even if it was stored again', () => {
    const made = 'made-U8X5nwrZZwkACs8g';
    assert.deepEqual([made, `${made}~2`, `2026-${made}~11`].map(shownReference), ['', '', '']);
    assert.deepEqual(['J12', 'J12~2'].map(shownReference), ['J12', 'J12~2']);
  });

  it('keeps what it has in common with others once its texts were emptied', () => {
    assert.deepEqual(reasonsIn({ code: 'not_a_score', values: null }), [spanish('group.score')]);
    assert.deepEqual(reasonsIn({ pointer: '/set_scores/2', code: 'implausible_score', values: null }), [
      spanish('group.implausible'),
    ]);
    assert.deepEqual(warningsIn({ values: null }), [spanish('warning_group.unfinished_set')]);
  });

  it('shows the code of a fault that another client has sent', () => {
    assert.match(reasonsIn({ code: 'bad_moon' }).join(), /bad_moon/);
  });
});
