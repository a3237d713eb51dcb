import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recapSvg } from '../../src/pictures/recap/recap-picture.ts';
import { aClub } from '../support/club.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { emptySession, namesOf, type PosterSession, sessionOf } from './sessions.ts';

const wordsOf = (session: PosterSession): string[] =>
  [...recapSvg(session, { theme: 'light', language: 'en' }).matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, words]) =>
    (words ?? '').replace(/[\u2068\u2069]/g, ''),
  );

const session = sessionOf(namesOf(8));

describe('The picture of a night', () => {
  it('the recap picture shows venue, date, winner and highlights', () => {
    const words = wordsOf(session);
    for (const line of [
      'Club Norte',
      '20 Nov 2026',
      '24',
      'Ana García',
      '6–0',
      'Bea Molina · first night',
      'Won 3 of 4 together',
      'Carla &amp; Dora beat Ana &amp; Bea',
      '6-4 7-5 · 24% chance before the match',
      '7-6 6-7 10-8',
      'Furthest above expectation',
      '5 of 6 won; 2.9 expected',
    ]) {
      assert.ok(words.includes(line), `${line} in ${words.join(' | ')}`);
    }
  });

  it('the recap picture leaves out sections without data', () => {
    assert.deepEqual(wordsOf(emptySession), ['night-42', '0', 'matches', '0', 'players', 'Bandeja']);
    const words = wordsOf({ ...session, pairs: [{ players: [], played: 2, wins: 2 }], biggest_upset: null });
    assert.ok(!words.includes('Best pair') && !words.includes('Biggest upset') && words.includes('Closest match'));
  });

  it('the title of the recap picture is the night’s name, and the venue is next to the date', () => {
    const named = wordsOf({ ...session, session_external_ref: 'Jornada 24/04/2026' });
    assert.deepEqual(named.slice(0, 2), ['Jornada 24/04/2026', '20 Nov 2026 · Club Norte']);
    assert.equal(named.at(-1), 'Bandeja');
    assert.equal(wordsOf({ ...session, session_external_ref: 'Americano', common_venue: null })[0], 'Americano');
    for (const ref of ['night-42', '2026-04-24', '019de4f2-a340-8f34-a99b-71224f08972d', 'a1 7']) {
      assert.equal(wordsOf({ ...session, session_external_ref: ref })[0], 'Club Norte', ref);
    }
    assert.equal(wordsOf(session).at(-1), 'Bandeja · night-42');
  });

  it('a night without a title is called by its date in the reader’s language, not by its court or an ISO date', () => {
    const titleIn = (language: 'en' | 'es' | 'pt', ref: string, common_venue: string | null) => {
      const svg = recapSvg({ ...session, session_external_ref: ref, common_venue }, { theme: 'light', language });
      assert.doesNotMatch(svg, /2026-11-2\d/);
      return svg.match(/<title[^>]*>(.*?)<\/title>/)?.[1];
    };
    for (const venue of ['Pista 1', 'Court 12', 'Quadra Central', 'Campo A', null]) {
      assert.equal(titleIn('en', '2026-11-20', venue), 'Friday 20 November 2026');
      assert.equal(titleIn('es', '2026-11-20', venue), 'Viernes 20 de noviembre de 2026');
      assert.equal(titleIn('pt', '2026-11-20', venue), 'Sexta-feira 20 de novembro de 2026');
      assert.equal(titleIn('es', 'night-42', venue), 'Viernes 20 de noviembre de 2026');
    }
    assert.equal(titleIn('es', '2026-11-20', 'Club Norte'), 'Club Norte, 20 nov 2026');
    assert.equal(titleIn('es', 'Liga, 2026-11-20', 'Pista 1'), 'Liga, 20 nov 2026');
    assert.equal(titleIn('es', 'Pista 1, 2026-11-20', 'Pista 1'), 'Viernes 20 de noviembre de 2026');
    const words = wordsOf({ ...session, session_external_ref: '2026-11-20', common_venue: 'Pista 1' });
    assert.ok(words.includes('Pista 1') && !words.includes('20 Nov 2026') && words.at(-1) === 'Bandeja');
    assert.equal(
      wordsOf({ ...session, ended_at: '2026-11-26T21:00:00.000Z', common_venue: null })[0],
      '20–26 Nov 2026',
    );
  });

  it('a session of several days shows its first and last day, and no first nights', () => {
    const until = (ended_at: string) => wordsOf({ ...session, ended_at });
    assert.ok(until('2026-11-21T01:00:00.000Z').includes('20 Nov 2026'));
    assert.ok(until('2026-11-26T21:00:00.000Z').includes('20–26 Nov 2026'));
    assert.ok(until('2026-12-05T21:00:00.000Z').includes('20 Nov – 5 Dec 2026'));
    assert.ok(until('2027-01-05T21:00:00.000Z').includes('20 Nov 2026 – 5 Jan 2027'));
    assert.ok(until('2026-11-26T21:00:00.000Z').includes('Bea Molina · debut'));
  });

  it('a match appears once in the recap picture, and the chance of an upset is never rounded to 50 %', () => {
    const { biggest_upset: upset } = session;
    const same = { ...session, biggest_upset: upset && { ...upset, match_id: 'closest', winner_probability: 0.4996 } };
    assert.ok(!wordsOf(same).includes('Closest match'));
    assert.ok(wordsOf(same).includes('6-4 7-5 · 49% chance before the match'));
  });

  it('the recap picture names neither a tied best pair nor a player less than one win above expectation', () => {
    const [pair = assert.fail()] = session.pairs;
    assert.ok(!wordsOf({ ...session, pairs: [pair, pair] }).includes('Best pair'));
    assert.ok(wordsOf({ ...session, pairs: [pair, { ...pair, wins: pair.wins - 1 }] }).includes('Best pair'));
    const one = session.most_over_expected ?? assert.fail();
    const beyond = (wins: number) =>
      wordsOf({ ...session, most_over_expected: { ...one, actual_wins: 5, expected_wins: 5 - wins } }).join();
    assert.match(beyond(1), /5 of 6 won; 4 expected/);
    assert.doesNotMatch(beyond(0.9), /expected/);
  });

  it('first nights are marked on all of the top three that had one, or on none', () => {
    const firsts = (names: readonly string[]) =>
      wordsOf({
        ...session,
        leaderboard: sessionOf(names).leaderboard.map((row) => ({ ...row, first_session: true })),
      });
    const marked = (words: readonly string[]): number => words.filter((one) => one.includes('first night')).length;
    assert.equal(marked(firsts(['Ana', 'Bea', 'Cruz'])), 3);
    assert.equal(marked(firsts(['Ana', 'Bea', 'Maximiliana Fernández de la Vega y Montoro'])), 0);
  });

  it('a night ranked by points shows draws and points', () => {
    const [first = assert.fail()] = session.leaderboard;
    const drawn = { ...session, leaderboard: [{ ...first, draws: 2 }] };
    assert.ok(wordsOf(drawn).includes('6–2–0'));
    assert.ok(wordsOf({ ...drawn, ranked_by: 'points' }).includes('60 points'));
  });

  it('the recap picture shows 64 players and the number of the others', () => {
    const words = wordsOf(sessionOf(namesOf(70)));
    assert.ok(words.includes('Player 64') && !words.includes('Player 65'));
    assert.ok(words.includes('and 6 more'));
  });

  it('the text alternative of the recap picture has the winner’s full name', () => {
    assert.match(
      recapSvg(sessionOf(['W'.repeat(80), 'Bea']), { theme: 'light', language: 'en' }),
      /<desc>[^<]*First: W{80}\.<\/desc>/,
    );
  });
});

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('GET /v1/matches/sessions/{ref}/recap.svg', () => {
    it('only the partner that submitted the matches gets the recap picture', async () => {
      const [norte, sur] = [await aClub(service()), await aClub(service())];
      const path = '/v1/matches/sessions/poster/recap.svg';
      await norte.submit(norte.match({ session_external_ref: 'poster', venue_label: 'Pista Sol' }));
      const { status, text, headers } = await norte.partner.request('GET', path);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8');
      assert.match(text, /Pista Sol/);
      assert.match((await norte.partner.request('GET', `${path}?rank_by=points`)).text, />\d+ points</);
      assert.equal((await norte.partner.request('GET', `${path}?rank_by=luck`)).status, 400);
      const again = await norte.partner.request('GET', path, { headers: { 'if-none-match': String(headers['etag']) } });
      assert.deepEqual([again.status, again.text], [304, '']);
      const spanish = await norte.partner.request('GET', path, { headers: { 'accept-language': 'es' } });
      assert.match(spanish.text, />Clasificación</);
      assert.deepEqual(
        [spanish.headers['content-language'], spanish.headers['vary']],
        ['es', 'Authorization, Cookie, Bandeja-Mode, Accept-Language'],
      );
      const refused = await sur.partner.request('GET', path);
      assert.deepEqual([refused.status, refused.body['code']], [404, 'session_not_found']);
    });
  });
});
