import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recapSvg } from '../../../src/http/pictures/index.ts';
import { aClub } from '../../support/club.ts';
import { onEachEngine, useTestService } from '../../support/service.ts';
import { emptyNight, type Night, namesOf, nightOf } from './nights.ts';

const wordsOf = (night: Night): string[] =>
  [...recapSvg(night, { theme: 'light', language: 'en' }).matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, words]) =>
    (words ?? '').replace(/[\u2068\u2069]/g, ''),
  );

const night = nightOf(namesOf(8));

describe('the picture of a night', () => {
  it('says where and when it was, who won, and what people talk about', () => {
    const words = wordsOf(night);
    for (const said of [
      'Club Norte',
      '20 Nov 2026',
      '24',
      'Ana García',
      '6–0',
      'Bea Molina · first night',
      'Won 3 of 4 together',
      'Carla &amp; Dora v Ana &amp; Bea',
      '6-4 7-5 · a 24% chance before the match',
      '7-6 6-7 10-8',
      'Most beyond expectation',
      '5 of 6 won; 2.9 expected',
    ]) {
      assert.ok(words.includes(said), `${said} in ${words.join(' | ')}`);
    }
  });

  it('leaves out what the night does not have', () => {
    assert.deepEqual(wordsOf(emptyNight), ['night-42', '0', 'matches', '0', 'players', 'Bandeja · night-42']);
    const words = wordsOf({ ...night, pairs: [{ players: [], played: 2, wins: 2 }], biggest_upset: null });
    assert.ok(!words.includes('Best pair') && !words.includes('Biggest upset') && words.includes('Closest match'));
  });

  it('tells draws and points where the night is ranked so', () => {
    const [first = assert.fail()] = night.leaderboard;
    const drawn = { ...night, leaderboard: [{ ...first, draws: 2 }] };
    assert.ok(wordsOf(drawn).includes('6–2–0'));
    assert.ok(wordsOf({ ...drawn, ranked_by: 'points' }).includes('60 points'));
  });

  it('shows 64 players and says how many more there were', () => {
    const words = wordsOf(nightOf(namesOf(70)));
    assert.ok(words.includes('Player 64') && !words.includes('Player 65'));
    assert.ok(words.includes('and 6 more'));
  });

  it('has the whole name of who won for those who cannot see it', () => {
    assert.match(
      recapSvg(nightOf(['W'.repeat(80), 'Bea']), { theme: 'light', language: 'en' }),
      /<desc>[^<]*First: W{80}\.<\/desc>/,
    );
  });
});

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('GET /v1/matches/sessions/{ref}/recap.svg', () => {
    it('is the night of the partner who submitted its matches, and of nobody else', async () => {
      const [norte, sur] = [await aClub(service()), await aClub(service())];
      const path = '/v1/matches/sessions/poster/recap.svg';
      await norte.submit(norte.match({ session_external_ref: 'poster', venue_label: 'Pista Sol' }));
      const { status, text, headers } = await norte.partner.request('GET', path);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8');
      assert.match(text, /Pista Sol/);
      const again = await norte.partner.request('GET', path, { headers: { 'if-none-match': String(headers['etag']) } });
      assert.deepEqual([again.status, again.text], [304, '']);
      const spanish = await norte.partner.request('GET', path, { headers: { 'accept-language': 'es' } });
      assert.match(spanish.text, />Clasificación</);
      assert.deepEqual(
        [spanish.headers['content-language'], spanish.headers['vary']],
        ['es', 'Authorization, Accept-Language'],
      );
      const refused = await sur.partner.request('GET', path);
      assert.deepEqual([refused.status, refused.body['code']], [404, 'session_not_found']);
    });
  });
});
