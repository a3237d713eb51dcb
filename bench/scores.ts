/**
 * `npm run bench:scores`: what the score shows, beside the score of the model before (pair-2: mean minus K standard deviations). The
 * invented clubs need no data; the other tables are of the public results that `bench:accuracy` uses. The exit code is 2 without them.
 */
import { resolve } from 'node:path';
import { type ConfidenceLevel, confidenceLevels, confidenceOf, MODEL_VERSION, scoreOfShown } from '@bandeja/rating';
import { replay } from '@bandeja/rating/test/replay';
import { type MatchSet, matchSetOf } from './accuracy/match-set.ts';
import { meanOf } from './accuracy/measures.ts';
import { generateResults } from './data/generated-results.ts';
import { readSources, runWithData } from './data/read-results.ts';
import { sources } from './data/sources.ts';
import { median, numberText, print, quantile, tableOf } from './figures.ts';
import { readOptions } from './options.ts';
import { inventClubs, rankCorrelation } from './scores/clubs.ts';
import { type Change, changesOf, finalStates, higherWins } from './scores/shown.ts';

const HELP = `npm run bench:scores -- [options]

  --data DIR   the folder of the data, default ../shared/data
  --smoke      few clubs and small generated histories, which need no data; the figures mean nothing
`;
const root = resolve(import.meta.dirname, '..');
const { data, smoke } = readOptions(HELP, {
  data: { type: 'string', default: resolve(root, '../shared/data') },
  smoke: { type: 'boolean', default: false },
});

const NEAR_POINTS = 80;
const LATER_MATCHES = 20;
const KNOWN_MATCHES = 10;

const percent = (share: number, decimals = 0): string => `${numberText(100 * share, decimals)} %`;
const signed = (points: number): string => `${points > 0 ? '+' : points < 0 ? '−' : ''}${numberText(Math.abs(points))}`;
const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

function printClubs(): void {
  const [clubs, nights] = smoke ? [4, 3] : [60, 20];
  const { matches, playerCount, skills, playersOfClub, rowOfNight } = inventClubs({ clubs, nights });
  const changes = changesOf(matches, playerCount);
  const first = changes.slice(0, 4 * rowOfNight(1));
  const nightOf = Array.from({ length: playerCount }, (_, player) =>
    first.filter((change) => change.player === player),
  );
  const byWins = Map.groupBy(nightOf, (own) => own.filter(({ hasWon }) => hasWon).length);
  const moved = (night: readonly Change[]): [number, number] => [
    (night.at(-1)?.after ?? 0) - (night[0]?.before ?? 0),
    (night.at(-1)?.afterThen ?? 0) - (night[0]?.beforeThen ?? 0),
  ];
  const rows = [...byWins]
    .toSorted(([a], [b]) => a - b)
    .map(([wins, own]) => {
      const means = [0, 1].map((model) => signed(Math.round(meanOf(own.map((night) => moved(night)[model as 0])))));
      return [String(wins), String(own.length), ...means];
    });
  print(
    `${clubs} invented clubs of ${playersOfClub} players, 7 matches of 24 points each a night: the first night by wins`,
  );
  print(tableOf(['wins of 7', 'players', MODEL_VERSION, 'pair-2'], rows));
  const last = Array.from({ length: playerCount }, (_, player) => changes.findLast((one) => one.player === player));
  const figures = (['after', 'afterThen'] as const).map((score) => {
    const points = last.map((change) => change?.[score] ?? 0);
    const inClubs = Array.from({ length: clubs }, (_, club) => {
      const own = [club * playersOfClub, (club + 1) * playersOfClub] as const;
      return rankCorrelation(points.slice(...own), [...skills.slice(...own)]);
    });
    return [numberText(meanOf(points)), numberText(meanOf(inClubs), 3)];
  });
  const table = ['average score', 'rank correlation with the true skills'].map((name, index) => [
    name,
    ...figures.map((of) => of[index] ?? ''),
  ]);
  print(`\nAfter ${nights} nights`);
  print(tableOf(['', MODEL_VERSION, 'pair-2'], table));
}

function printSports(sets: readonly MatchSet[]): void {
  const all = sets.map((set) => ({ set, changes: changesOf(set.matches, set.playerCount) }));
  const known = all.map(({ changes }) => changes.filter(({ played }) => played >= KNOWN_MATCHES));
  const wins = (of: (change: Change) => number): string[] =>
    all.map(({ set, changes }) => percent(higherWins(changes, set.scoreFrom, of), 1));
  const held = known.map((own) => own.map((change) => change.held));
  print('\nThe score');
  print(
    tableOf(
      ['', ...sets.map(({ name }) => name)],
      [
        [`the higher score wins, ${MODEL_VERSION}`, ...wins(({ before }) => before)],
        ['the higher score wins, pair-2', ...wins(({ beforeThen }) => beforeThen)],
        [`points held, mean, from ${KNOWN_MATCHES} matches on`, ...held.map((own) => numberText(meanOf(own), 1))],
        ['points held, 95 %', ...held.map((own) => numberText(quantile(sorted(own), 0.95), 1))],
        [
          'matches that end with something held',
          ...held.map((own) => percent(own.filter((one) => one > 0).length / own.length)),
        ],
      ],
    ),
  );
  print(`\nScores within ${NEAR_POINTS} points ${LATER_MATCHES} matches later, by confidence`);
  print(
    tableOf(
      ['', ...confidenceLevels],
      all.map(({ set, changes }) => [set.name, ...stabilityOf(set, changes)]),
    ),
  );
  const [padel] = all;
  if (padel !== undefined) printUsual(padel.set, padel.changes);
}

/** Of each level, the share of scores that are near their value later. */
function stabilityOf({ matches, playerCount }: MatchSet, changes: readonly Change[]): string[] {
  const { history } = replay(matches, { playerCount, keepHistory: true });
  const byPlayer = new Map<number, Change[]>();
  const levels = new Map<Change, ConfidenceLevel>();
  for (const [at, change] of changes.entries()) {
    const [variance, played] = [history?.variance[at] ?? 0, change.played];
    const time = matches.at[change.row] ?? 0;
    levels.set(change, confidenceOf({ variance, played, at: time }, time));
    const own = byPlayer.get(change.player) ?? [];
    own.push(change);
    byPlayer.set(change.player, own);
  }
  const near = new Map<ConfidenceLevel, boolean[]>(confidenceLevels.map((level) => [level, []]));
  for (const own of byPlayer.values()) {
    for (const [index, change] of own.entries()) {
      const later = own[index + LATER_MATCHES];
      const level = levels.get(change);
      if (later !== undefined && level !== undefined)
        near.get(level)?.push(Math.abs(later.after - change.after) <= NEAR_POINTS);
    }
  }
  return [...near.values()].map((all) => (all.length === 0 ? '–' : percent(all.filter(Boolean).length / all.length)));
}

function printUsual(set: MatchSet, changes: readonly Change[]): void {
  const { shown, played } = finalStates(set.matches, set.playerCount);
  const scores = sorted(Array.from(shown, scoreOfShown));
  const known = Array.from(shown, scoreOfShown).filter((_, player) => (played[player] ?? 0) >= KNOWN_MATCHES);
  const firsts = sorted(changes.filter((one) => one.played === 1).map(({ before, after }) => after - before));
  const tenths = changes
    .filter((one) => one.played === KNOWN_MATCHES)
    .map(({ before, after }) => Math.abs(after - before));
  print(`\nUsual values on ${set.name}`);
  print(
    tableOf(
      ['', 'points'],
      [
        ['5 to 95 % of all players', `${quantile(scores, 0.05)} to ${quantile(scores, 0.95)}`],
        [`average from ${KNOWN_MATCHES} matches on`, numberText(meanOf(known)).replace(',', '')],
        ['lowest and highest', `${scores[0]}, ${scores.at(-1)}`],
        ['first match, median', signed(median(firsts))],
        ['first match, 5 to 95 %', `${signed(quantile(firsts, 0.05))} to ${signed(quantile(firsts, 0.95))}`],
        ['tenth match, median of the change either way', numberText(median(tenths))],
      ],
    ),
  );
}

function main(): number {
  print(`model ${MODEL_VERSION}`);
  printClubs();
  const sets = smoke
    ? [
        matchSetOf(generateResults({ matches: 500, players: 40 }), {
          name: 'generated',
          title: '',
          unit: 'games',
          std: 20,
        }),
      ]
    : readSources(data, sources).flatMap((results, index) => {
        const source = sources[index];
        return source === undefined ? [] : matchSetOf(results, source);
      });
  printSports(sets);
  if (smoke) print('\nThese matches are generated, so the figures mean nothing.');
  return 0;
}

runWithData(main);
