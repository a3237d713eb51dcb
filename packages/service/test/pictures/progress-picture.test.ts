import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { progressSvg } from '../../src/pictures/progress/progress-picture.ts';
import { aClub } from '../support/club.ts';

import { onEachEngine, useTestService } from '../support/service.ts';
import { NOW } from './card.ts';
import { aSeason, progressOf } from './progress.ts';

const draw = (...progress: Parameters<typeof progressOf>): string =>
  progressSvg(progressOf(...progress), { width: 640, theme: 'light', language: 'en' }, NOW);

const wordsOf = (picture: string): string[] =>
  [...picture.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, words]) => words ?? '');

const numberIn = ([, digits]: readonly string[]): number => Number(digits);

describe('The picture of a score history', () => {
  it('the progress picture has round scores on one axis and dates from first to last on the other', () => {
    const words = wordsOf(draw('Ana', aSeason(60)));
    assert.deepEqual(
      words.filter((one) => /^\d{4}$/.test(one)),
      ['1881', '1200', '1400', '1600', '1800', '2000'],
    );
    assert.deepEqual(
      words.filter((one) => /^\d{1,2} \w{3} \d{4}$/.test(one)),
      ['26 May 2026', '9 Jul 2026', '23 Aug 2026', '6 Oct 2026', '19 Nov 2026', '21 Nov 2026'],
    );
    assert.ok(words.includes('± 63 on 19 Nov · +381 since 26 May'));
  });

  it('the progress picture dates the uncertainty and, if there is room, the start of the period in every language', () => {
    const wide = {
      en: '± 63 on 19 Nov · +381 since 26 May',
      es: '± 63 el 19 nov · +381 desde el 26 may',
      pt: '± 63 em 19 nov · +381 desde 26 mai',
    };
    for (const [language, words] of Object.entries(wide) as [keyof typeof wide, string][]) {
      for (const [width, shown] of [
        [640, words],
        [320, words.split(' ').slice(0, 7).join(' ')],
      ] as const) {
        const picture = progressSvg(progressOf('Ana', aSeason(60)), { width, theme: 'light', language }, NOW);
        assert.ok(wordsOf(picture).includes(shown), `${language} ${width}: ${wordsOf(picture).join(' | ')}`);
      }
    }
  });

  it('the band of the progress picture is the score plus and minus its uncertainty, within the scale', () => {
    const heights = (picture: string): { band: number[]; lines: number[] } => ({
      band: [...(/<path d="M([^"]*)Z" class="area"/.exec(picture)?.[1] ?? '').matchAll(/ ([\d.]+)/g)].map(numberIn),
      lines: [...picture.matchAll(/<line [^>]*y1="([\d.]+)"/g)].map(numberIn),
    });
    const { band, lines } = heights(draw('Ana', [1500, 1700], { uncertainty: () => 100 }));
    // Scores 1400 to 1800 fill the scale exactly.
    assert.deepEqual([band[1], band[3]], [lines.at(-1), lines[0]]);
    const top = heights(draw('Ana', [2900, 3000], { uncertainty: () => 100 }));
    assert.equal(Math.min(...top.band), Math.min(...top.lines));
  });

  it('the progress picture of one match is a point with its band, and that of none has a message', () => {
    const one = draw('Ana', [1533]);
    assert.match(one, /<circle/);
    assert.doesNotMatch(one, /class="curve"/);
    assert.ok(wordsOf(one).includes('19 Nov 2026'));
    const none = draw('Ana', []);
    assert.ok(wordsOf(none).includes('No rated match to show'));
    assert.doesNotMatch(none, /<circle|class="line"/);
  });

  it('the text alternative of the progress picture names the player and the change of the score', () => {
    const name = 'W'.repeat(80);
    const picture = draw(name, [1520, 1490]);
    assert.ok(picture.includes(`<title>${name}: 1490 points</title>`));
    assert.ok(
      picture.includes('<desc>From 1500 to 1490 between 16 Nov 2026 and 19 Nov 2026; lowest 1490, highest 1520;'),
    );
    assert.ok(draw('Ana', [1593, 1820]).includes('lowest 1500, highest 1820;'));
  });
});

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('GET …/progress.svg', () => {
    it('the progress picture is 320 or 640 wide, and accepts the parameters of the score history', async () => {
      const club = await aClub(service());
      await club.submit();
      await club.submit();
      const path = `/v1/players/${(club.players[0] ?? assert.fail()).username}/progress.svg`;
      const small = await club.partner.request('GET', path);
      assert.equal(small.status, 200);
      assert.match(small.text, /^<svg [^>]*width="320"/);
      assert.match((await club.partner.request('GET', `${path}?width=640`)).text, /^<svg [^>]*width="640"/);
      const latest = await club.partner.request('GET', `${path}?limit=1`);
      assert.doesNotMatch(latest.text, /class="curve"/);
      const { status, body } = await club.partner.request('GET', `${path}?width=500`);
      assert.deepEqual([status, body['code']], [400, 'invalid_query']);
    });
  });
});
