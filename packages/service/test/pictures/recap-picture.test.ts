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
  it('the poster has the format of a story, with the club, the night, the podium and the highlights', () => {
    const svg = recapSvg(session, { theme: 'light', language: 'en' });
    assert.match(svg, /viewBox="0 0 1440 2560" width="1440" height="2560"/);
    const words = wordsOf(session);
    assert.deepEqual(words.slice(0, 3), ['Pádel Norte', 'Friday 20 November 2026', 'Club Norte']);
    for (const line of [
      '24 matches, 8 players',
      'by wins',
      'Ana García',
      '6–0',
      'Dora Vidal',
      'Won 3 of 4 together',
      'Carla Ruiz &amp; Dora Vidal beat Ana García &amp;',
      'Bea Molina',
      '6-4 7-5 · 24% chance before the match',
      '7-6 6-7 10-8',
      'Furthest above expectation',
      '2.1 more wins than expected in 6 matches',
    ]) {
      assert.ok(words.includes(line), `${line} in ${words.join(' | ')}`);
    }
  });

  it('the recap picture leaves out sections without data', () => {
    const none = ['Pádel Norte', 'night-42', '0 matches, 0 players', 'Bandeja'];
    assert.deepEqual(wordsOf(emptySession), none);
    const words = wordsOf({ ...session, pairs: [{ players: [], played: 2, wins: 2 }], biggest_upset: null });
    assert.ok(!words.includes('Best pair') && !words.includes('Biggest upset') && words.includes('Closest match'));
  });

  it('the title of the recap picture is the night’s name, and the day and the place are below it', () => {
    const named = wordsOf({ ...session, name: 'Viernes loco' });
    assert.deepEqual(named.slice(1, 3), ['Viernes loco', '20 Nov 2026 · Club Norte']);
    assert.equal(wordsOf({ ...session, session_external_ref: 'Jornada 24/04/2026' })[1], 'Jornada 24/04/2026');
    assert.equal(wordsOf({ ...session, session_external_ref: 'Americano', common_venue: null })[1], 'Americano');
    assert.ok(!wordsOf(session).join().includes('night-42'));
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
    assert.equal(titleIn('es', 'night-42', 'Club Norte'), 'Viernes 20 de noviembre de 2026');
    assert.equal(titleIn('es', 'Liga, 2026-11-20', 'Pista 1'), 'Liga, 20 nov 2026');
    assert.equal(titleIn('es', 'Pista 1, 2026-11-20', 'Pista 1'), 'Viernes 20 de noviembre de 2026');
    const words = wordsOf({ ...session, session_external_ref: '2026-11-20', common_venue: 'Pista 1' });
    assert.ok(words.includes('Pista 1') && !words.includes('20 Nov 2026') && words.at(-1) === 'Bandeja');
    assert.equal(
      wordsOf({ ...session, ended_at: '2026-11-26T21:00:00.000Z', common_venue: null })[1],
      '20–26 Nov 2026',
    );
  });

  it('a session of several days shows its first and last day', () => {
    const until = (ended_at: string) => wordsOf({ ...session, ended_at });
    assert.ok(until('2026-11-21T01:00:00.000Z').includes('Friday 20 November 2026'));
    assert.ok(until('2026-11-26T21:00:00.000Z').includes('20–26 Nov 2026'));
    assert.ok(until('2026-12-05T21:00:00.000Z').includes('20 Nov – 5 Dec 2026'));
    assert.ok(until('2027-01-05T21:00:00.000Z').includes('20 Nov 2026 – 5 Jan 2027'));
  });

  it('a match appears once in the recap picture, and only a win below 40 % is an upset', () => {
    const { biggest_upset: upset } = session;
    const same = (winner_probability: number) =>
      wordsOf({ ...session, biggest_upset: upset && { ...upset, match_id: 'closest', winner_probability } });
    assert.ok(same(0.39).includes('Biggest upset') && !same(0.39).includes('Closest match'));
    assert.ok(!same(0.4).includes('Biggest upset') && same(0.4).includes('Closest match'));
  });

  it('the recap picture names neither a tied best pair nor a player less than one win above expectation', () => {
    const [pair = assert.fail()] = session.pairs;
    assert.ok(!wordsOf({ ...session, pairs: [pair, pair] }).includes('Best pair'));
    assert.ok(wordsOf({ ...session, pairs: [pair, { ...pair, wins: pair.wins - 1 }] }).includes('Best pair'));
    const one = session.most_over_expected ?? assert.fail();
    const beyond = (wins: number) =>
      wordsOf({ ...session, most_over_expected: { ...one, actual_wins: 5, expected_wins: 5 - wins } }).join();
    assert.match(beyond(1), /1 more win than expected in 6 matches/);
    assert.doesNotMatch(beyond(0.9), /expected/);
  });

  it('a night shows what ranks it: draws, points, games, or an average with the number of matches', () => {
    const [first = assert.fail()] = session.leaderboard;
    const drawn = { ...session, leaderboard: [{ ...first, draws: 2 }] };
    assert.ok(wordsOf(drawn).includes('6–2–0'));
    const by = (ranked_by: 'points' | 'average', unit: 'points' | 'games') => wordsOf({ ...session, ranked_by, unit });
    assert.ok(by('points', 'points').includes('by points') && by('points', 'points').includes('60 points'));
    assert.ok(by('points', 'games').includes('by games') && by('points', 'games').includes('60 games'));
    const average = by('average', 'points');
    for (const line of ['points a match · matches', '10 a match', '6 matches']) assert.ok(average.includes(line), line);
    assert.ok(average.some((line) => /^9\.3.* · 6( matches)?$/.test(line)));
  });

  it('a night of fixed pairs has pairs on the podium and in the ranking, and no best pair', () => {
    const pairs = [1, 2, 3, 4].map((rank) => ({
      rank,
      players: session.leaderboard.slice(2 * rank - 2, 2 * rank),
      played: 3,
      wins: 4 - rank,
      losses: rank - 1,
    }));
    const words = wordsOf({ ...session, pairs });
    assert.ok(!words.includes('Best pair'));
    const [one, other] = [words.indexOf('Ana García'), words.indexOf('Bea Molina')];
    assert.deepEqual([other - one, words[other + 1]], [1, '1']);
    assert.ok(words.includes('Marta Gil / Zoë Prins'));
    const long = wordsOf({
      ...session,
      pairs: pairs.with(3, {
        ...(pairs[3] ?? assert.fail()),
        players: ['Maximiliana Fernández de la Vega', 'Bartolomé Hernández-Echevarría'].map((display_name) => ({
          display_name,
        })),
      } as (typeof pairs)[number]),
    });
    assert.ok(long.includes('Maximiliana Fernández de la Vega') && long.includes('Bartolomé Hernández-Echevarría'));
    const svg = recapSvg({ ...session, pairs }, { theme: 'light', language: 'en' });
    assert.match(svg, /First: Ana García &amp; Bea Molina\./);
  });

  it('no name in a highlight is on two lines', () => {
    const words = wordsOf(sessionOf(['Inês Carvalho', 'Tiago Moreira', 'Carmen Ortega', 'Harriet Blythe']));
    assert.ok(words.includes('Carmen Ortega &amp; Harriet Blythe beat'), words.join(' | '));
  });

  it('every listed name is whole, in any script', () => {
    const names = [
      'Maximiliana Fernández de la Vega y Montes de Oca',
      'محمد عبد الرحمن',
      'W'.repeat(80),
      'دوست',
      'Ana',
    ];
    const words = wordsOf({ ...sessionOf(names), pairs: [] }).join(' ');
    assert.doesNotMatch(words, /…/);
    for (const name of names) assert.ok(words.replaceAll(' ', '').includes(name.replaceAll(' ', '')), name);
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
      assert.match((await norte.partner.request('GET', `${path}?rank_by=points`)).text, />by games</);
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
