import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Card } from '@bandeja/contract/card';
import type { Progress } from '@bandeja/contract/progress';
import { languages } from '../../src/messages/languages.ts';
import { cardSvg } from '../../src/pictures/card/card-picture.ts';
import { progressSvg } from '../../src/pictures/progress/progress-picture.ts';
import { fullCard, NOW } from './card.ts';
import { progressOf } from './progress.ts';

const provisional: Card = {
  ...fullCard,
  rating: { ...fullCard.rating, confidence_level: 'provisional', matches_played: 2, percentile: null },
};
const placed = (progress: Progress): Progress => ({
  ...progress,
  points: progress.points.map((point) => ({ ...point, confidence_level: 'provisional' })),
});

/** The words of a picture, without its markup and its dates. */
const wordsOf = (svg: string): string => svg.replaceAll(/<style>.*?<\/style>|<[^>]*>/gsu, ' ');
const SIGN = /[+±−]/u;

describe('While a score is provisional', () => {
  it('the card shows how far the player is placed, and no plus, minus or band', () => {
    for (const language of languages) {
      assert.match(wordsOf(cardSvg(fullCard, { theme: 'auto', language }, NOW)), SIGN);
      assert.doesNotMatch(wordsOf(cardSvg(provisional, { theme: 'auto', language }, NOW)), SIGN);
    }
    assert.match(wordsOf(cardSvg(provisional, { theme: 'auto', language: 'en' }, NOW)), /2 of 3 matches/);
  });

  it('the score history shows the line alone', () => {
    const options = { width: 320, theme: 'auto', language: 'en' } as const;
    for (const progress of [progressOf('Ana', [1689]), progressOf('Ana', [1600, 1689])]) {
      const [banded, bare] = [progressSvg(progress, options, NOW), progressSvg(placed(progress), options, NOW)];
      assert.match(wordsOf(banded), SIGN);
      assert.doesNotMatch(wordsOf(bare), SIGN);
      assert.match(wordsOf(bare), /Provisional/);
    }
  });
});
