import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { BatchResults, MatchViewWithWarnings } from '@bandeja/contract/matches';
import fc from 'fast-check';
import { scoreWarnings } from '../../src/matches/plausibility.ts';
import { aClub, type Club, faultsOf } from '../support/club.ts';
import { aMatch, setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { faultsIn, submissionOf } from './reading.ts';

/** A match with this scoreline, won by the team that leads by sets, then by games. */
function scored(score: string, changes: object = {}) {
  const sets = setsOf(score);
  const sum = (of: (a: number, b: number) => number) =>
    sets.reduce((total, set) => total + of(set.team_a_games, set.team_b_games), 0);
  const lead = sum((a, b) => Math.sign(a - b)) || sum((a, b) => a - b);
  return aMatch({ set_scores: sets, winning_team: lead < 0 ? 'B' : 'A', ...changes });
}

/** `pointer code` of each warning. */
const warningsIn = (body: unknown): string[] =>
  scoreWarnings(submissionOf(body)).map(({ pointer, code }) => `${pointer} ${code}`);

const games = { scoring: 'games' };
const points = { scoring: 'points' };
const retired = { outcome: 'retired' };

type ScoreRow = readonly [score: string, changes: object, found?: readonly string[]];

const accepted: readonly ScoreRow[] = [
  ...['6-0 6-4', '7-5 5-7 7-6', '7-6 6-7 6-2', '4-0 2-4 4-1', '5-3 4-5 5-4', '8-0', '8-6', '9-7', '9-8'],
  ...['8-6 6-8 9-7', '6-4 3-6 10-0', '6-4 3-6 10-8', '6-4 3-6 11-9', '6-4 4-6 20-18', '6-4 10-8', '4-2 2-4 10-6'],
  ...['6-4 4-6 1-0', '6-4 4-6 0-1', '4-2 2-4 1-0', '9-0', '9-1', '9-2', '9-3', '9-4', '9-5', '9-6', '6-9'],
  ...['21-11', '12-4', '10-10', '12-12', '16-15', '32-0', '20-20 16-24', '10-6 11-5', '16-8 10-14'],
].map((score): ScoreRow => [score, {}]);
const acceptedAs: readonly ScoreRow[] = [
  ['11-9', games],
  ['11-9 6-4', games],
  ['14-12 6-4', games],
  ['30-28 6-4', games],
  ['8-8', { ...points, winning_team: null }],
  ['5-11', points],
  ['12-12 6-10', points],
  ['6-5', retired],
  ['6-4 2-1', retired],
  ['6-4 12-3', retired],
  ['30-0', { ...games, ...retired }],
];

const rejected: readonly ScoreRow[] = [
  ['66-4 6-4', {}, ['/set_scores/0']],
  ['6-44 3-6 10-8', {}, ['/set_scores/0']],
  ['12-10 6-4', {}, ['/set_scores/0']],
  ['21-11 8-3', retired, ['/set_scores/0']],
  ['6-4 66-3', {}, ['/set_scores/1']],
  ['6-4 66-3', retired, ['/set_scores/1']],
  ['6-4 10-6 6-4', {}, ['/set_scores/1']],
  ['6-4 10-9', {}, ['/set_scores/1']],
  ['6-4 3-6 10-9', {}, ['/set_scores/2']],
  ['6-4 3-6 10-10', {}, ['/set_scores/2']],
  ['6-4 3-6 12-9', {}, ['/set_scores/2']],
  ['6-4 3-6 33-31', {}, ['/set_scores/2']],
  ['12-6', games, ['/set_scores/0']],
  ['10-8 10-7 6-1', games, ['/set_scores/1']],
  ['31-29', games, ['/set_scores/0']],
  ['6-4 44-3 66-0', {}, ['/set_scores/1', '/set_scores/2']],
];

const warned: readonly ScoreRow[] = [
  ['6-5', {}, ['/set_scores/0 unfinished_set']],
  ['6-4 2-1', {}, ['/set_scores/1 unfinished_set']],
  ['4-3 5-2', {}, ['/set_scores/0 unfinished_set', '/set_scores/1 unfinished_set']],
  ['7-4 8-7', {}, ['/set_scores/0 unfinished_set', '/set_scores/1 unfinished_set']],
  ['9-9', games, ['/set_scores/0 unfinished_set']],
  ['6-4 9-6', {}, ['/set_scores/1 unfinished_set']],
  ['1-0', {}, ['/set_scores/0 unfinished_set']],
  ['6-4 1-0', {}, ['/set_scores/1 unfinished_set']],
  ['8-6 6-8 1-0', {}, ['/set_scores/2 unfinished_set']],
  ['6-4 4-6 2-0', {}, ['/set_scores/2 unfinished_set']],
  ['3-0 6-6', {}, ['/set_scores/0 unfinished_set', '/set_scores/1 unfinished_set']],
  ['6-4 3-6 22-20', {}, ['/set_scores/2 unusual_score']],
  ['21-12', {}, ['/set_scores/0 unusual_score']],
  ['66-4', {}, ['/set_scores/0 unusual_score']],
  ['12-12 13-12', {}, ['/set_scores/1 unusual_score']],
  ['5-3', points, ['/set_scores/0 unusual_score']],
];

describe('A scoreline that a format can end with', () => {
  for (const [score, changes] of [...accepted, ...acceptedAs]) {
    test(`${score} ${JSON.stringify(changes)} is accepted without a warning`, () => {
      const body = scored(score, changes);
      assert.deepEqual(faultsIn(body), []);
      assert.deepEqual(warningsIn(body), []);
    });
  }
});

describe('A scoreline that no format has', () => {
  for (const [score, changes, pointers = []] of rejected) {
    test(`${score} ${JSON.stringify(changes)} is rejected at ${pointers.join(' and ')}`, () => {
      assert.deepEqual(
        faultsIn(scored(score, changes)).filter((fault) => !fault.startsWith('/winning_team')),
        pointers.map((pointer) => `${pointer} implausible_score`),
      );
    });
  }

  test('is found in the order of play, and the pointer is to the set as sent', () => {
    const [first, second] = setsOf('6-4 66-3');
    assert.deepEqual(faultsIn(aMatch({ set_scores: [second, first] })), ['/set_scores/0 implausible_score']);
  });

  test('may be sent with its scoring if it is right', () => {
    assert.deepEqual(faultsIn(scored('12-10 6-4', games)), []);
    assert.deepEqual(faultsIn(scored('66-4 6-4', points)), []);
  });
});

describe('A scoreline that is rarely meant', () => {
  for (const [score, changes, warnings = []] of warned) {
    test(`${score} ${JSON.stringify(changes)} is accepted with ${warnings.join(' and ')}`, () => {
      const body = scored(score, changes);
      assert.deepEqual(faultsIn(body), []);
      assert.deepEqual(warningsIn(body), warnings);
    });
  }
});

/** Plays units with a random first winner each until `isOver`. */
const played = (isOver: (a: number, b: number) => boolean, most: number) =>
  fc.infiniteStream(fc.boolean()).map((winners): readonly [number, number] => {
    let [a, b] = [0, 0];
    for (const isA of winners) {
      if (isA) a++;
      else b++;
      if (isOver(a, b)) break;
      // A long match: someone wins by two.
      if (a + b >= most && a !== b) return a > b ? [b + 2, b] : [a, a + 2];
    }
    return [a, b];
  });
const wonAt = (target: number, lead: number) => (a: number, b: number) =>
  Math.max(a, b) >= target && Math.abs(a - b) >= lead;

/** A set to `target` with a tie-break at `tie`–`tie`. */
const aSet = (target: number, tie: number) =>
  played((a, b) => wonAt(target, 2)(a, b) || Math.max(a, b) > tie, Number.POSITIVE_INFINITY);
/** Sets of the formats that the contract has: to 6 and to 8, short ones to 4 with a tie-break at 4–4, and without a tie-break. */
const setFormats = [aSet(6, 6), aSet(8, 8), aSet(4, 4), played(wonAt(6, 2), 16)] as const;
/** A match tie-break that is not longer than usual. */
const aTieBreak = played(wonAt(10, 2), 36);

const text = (sets: readonly (readonly [number, number])[]): string => sets.map((set) => set.join('-')).join(' ');

/** Best of three, of one format, perhaps with a match tie-break; the format is sent if its sets may look like points. */
const aGamesMatch = fc
  .tuple(fc.constantFrom(...setFormats), fc.boolean())
  .chain(([format, hasTieBreak]) => fc.tuple(format, format, hasTieBreak ? aTieBreak : format))
  .map(([first, second, third]) => {
    const isDecided = Math.sign(first[0] - first[1]) === Math.sign(second[0] - second[1]);
    return text(isDecided ? [first, second] : [first, second, third]);
  });
const aPointsMatch = fc
  .constantFrom(16, 20, 21, 24, 31, 32, 40)
  .chain((total) =>
    fc.array(
      fc.integer({ min: 0, max: total }).map((a): readonly [number, number] => [a, total - a]),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(text);

describe('Plausible scores', () => {
  it('every scoreline of a simulated match in games is accepted without a warning', () => {
    fc.assert(
      fc.property(aGamesMatch, (score) => {
        const body = scored(score, games);
        assert.deepEqual([faultsIn(body), warningsIn(body)], [[], []]);
      }),
      { numRuns: 2000 },
    );
  });

  it('so is one that says nothing of its scoring, if its first set has less than 10 games', () => {
    fc.assert(
      fc.property(aGamesMatch.filter(isInferred), (score) => {
        const body = scored(score);
        assert.deepEqual([faultsIn(body), warningsIn(body)], [[], []]);
      }),
      { numRuns: 2000 },
    );
  });

  it('every scoreline of a usual points format is accepted without a warning', () => {
    fc.assert(
      fc.property(aPointsMatch, (score) => {
        const body = scored(score, { ...points, ...(isLevel(score) ? { winning_team: null } : {}) });
        assert.deepEqual([faultsIn(body), warningsIn(body)], [[], []]);
      }),
      { numRuns: 2000 },
    );
  });

  it('a doubled digit, such as 66 for 6, is rejected in a match of two sets or more', () => {
    const doubled = fc
      .tuple(aGamesMatch, fc.nat())
      .map(([score, nth]) => {
        const digits = [...score.matchAll(/[1-9]/g)].map(({ index }) => index);
        const place = digits[nth % digits.length] ?? 0;
        return { score, wrong: `${score.slice(0, place)}${score[place]}${score.slice(place)}` };
      })
      // Numbers above 99 break another rule.
      .filter(({ wrong }) => !/\d{3}/.test(wrong));
    const isRejected = (body: unknown): boolean => faultsIn(body).some((fault) => fault.endsWith('implausible_score'));
    fc.assert(
      fc.property(doubled, ({ score, wrong }) => {
        assert.ok(isRejected(scored(wrong, games)), wrong);
        if (isInferred(score)) assert.ok(isRejected(scored(wrong)), `${wrong} without its scoring`);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Whether the service infers games from a scoreline of games: neither of the first sets is a long one. */
function isInferred(score: string): boolean {
  return setsOf(score).every(({ team_a_games: a, team_b_games: b }, index) => index === 2 || Math.max(a, b) < 10);
}

function isLevel(score: string): boolean {
  const sets = setsOf(score);
  const lead = (of: (a: number, b: number) => number) =>
    sets.reduce((total, { team_a_games: a, team_b_games: b }) => total + of(a, b), 0);
  return lead((a, b) => Math.sign(a - b)) === 0 && lead((a, b) => a - b) === 0;
}

const at = (time: string): string => `2026-05-01T${time}Z`;

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const query = { dry_run: true };

  async function submit(club: Club, changes: object, options: object = {}): Promise<MatchViewWithWarnings> {
    const body = club.match({ set_scores: setsOf('6-4 6-3'), ...changes });
    const answer = await club.partner.request<MatchViewWithWarnings>('POST', '/v1/matches', { body, ...options });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  }
  /** The matches that a warning names. */
  const nearOf = ({ warnings }: MatchViewWithWarnings): (string | null)[] =>
    warnings.map(({ code, pointer, match_id: id }) => {
      assert.deepEqual([code, pointer], ['same_players_nearby', null]);
      return id;
    });

  describe('another match of the same four players', () => {
    it('within 20 minutes, before or after, is a warning that names it', async () => {
      const club = await aClub(service());
      const { id, warnings } = await submit(club, { external_ref: 'one', played_at: at('19:10:00') });
      assert.deepEqual(warnings, []);
      for (const time of ['19:30:00', '18:50:00']) {
        const dry = await submit(club, { played_at: at(time) }, { query });
        assert.deepEqual(nearOf(dry), [id]);
      }
      const [warning] = (await submit(club, { played_at: at('19:30:00') })).warnings;
      assert.equal(warning?.detail, 'The same four players have the match “one” 20 minutes before.');
    });

    it('more than 20 minutes away is not', async () => {
      const club = await aClub(service());
      await submit(club, { played_at: at('19:10:00') });
      for (const time of ['19:31:00', '18:49:00', '19:30:00.001']) {
        assert.deepEqual((await submit(club, { played_at: at(time) }, { query })).warnings, []);
      }
    });

    it('is found in any teams, and only if all four players are the same', async () => {
      const club = await aClub(service(), { players: 5 });
      const { id } = await submit(club, { played_at: at('19:10:00') });
      const near = (places: readonly number[]) =>
        submit(club, { ...club.match({}, places), played_at: at('19:15:00') }, { query });
      assert.deepEqual(nearOf(await near([2, 1, 3, 0])), [id]);
      assert.deepEqual((await near([0, 1, 2, 4])).warnings, []);
    });

    it('is found behind 250 matches of other players of the club at the same time', async () => {
      const club = await aClub(service(), { players: 8 });
      const { id } = await submit(club, { played_at: at('19:00:00') });
      for (let batch = 0; batch < 10; batch += 1) {
        const matches = Array.from({ length: 25 }, (_, index) =>
          club.match({ external_ref: `between-${batch}-${index}`, played_at: at('19:05:00') }, [4, 5, 6, 7]),
        );
        const { body } = await club.partner.request<BatchResults>('POST', '/v1/matches/batch', { body: { matches } });
        assert.equal(body.summary.created, 25);
      }
      assert.deepEqual(nearOf(await submit(club, { played_at: at('19:10:00') }, { query })), [id]);
    });

    for (const status of ['completed', 'pending'] as const) {
      it(`is found if it is ${status} and names the four in another order`, async () => {
        const club = await aClub(service());
        const trust_tier = status === 'pending' ? 'player_confirmed' : 'partner_attested';
        for (const places of [
          [0, 1, 2, 3],
          [1, 0, 2, 3],
          [1, 2, 0, 3],
          [1, 2, 3, 0],
        ]) {
          const played_at = at(`1${places.indexOf(0)}:00:00`);
          const { id } = await submit(club, { ...club.match({}, places), trust_tier, played_at });
          assert.deepEqual(nearOf(await submit(club, { played_at }, { query })), [id]);
        }
      });
    }

    it('is the nearest one, if there are several', async () => {
      const club = await aClub(service());
      await submit(club, { played_at: at('19:00:00') });
      const { id } = await submit(club, { played_at: at('19:12:00') });
      assert.deepEqual(nearOf(await submit(club, { played_at: at('19:10:00') })), [id]);
    });

    it('causes no warning if it is voided, and one if it is pending', async () => {
      const club = await aClub(service());
      const { id } = await submit(club, { played_at: at('19:10:00') });
      await club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
      assert.deepEqual((await submit(club, { played_at: at('19:11:00') }, { query })).warnings, []);
      const pending = await submit(club, { played_at: at('19:10:00'), trust_tier: 'player_confirmed' });
      assert.deepEqual(nearOf(await submit(club, { played_at: at('19:11:00') }, { query })), [pending.id]);
    });

    it('of another partner causes no warning', async () => {
      const [home, other] = [await aClub(service()), await aClub(service())];
      await submit(home, { played_at: at('19:10:00') });
      const { participants } = home.match();
      assert.deepEqual((await submit(other, { participants, played_at: at('19:10:00') })).warnings, []);
    });

    it('in the same batch is a warning for both, in a dry run too', async () => {
      const club = await aClub(service());
      const matches = ['19:10:00', '19:30:00', '20:10:00'].map((time) => club.match({ played_at: at(time) }));
      for (const options of [{ query }, {}]) {
        const { results } = (
          await club.partner.request<BatchResults>('POST', '/v1/matches/batch', { body: { matches }, ...options })
        ).body;
        const [one, two, three] = results.map(({ match }) => match ?? assert.fail());
        assert.deepEqual(
          [one, two, three].map((match) => match && nearOf(match)),
          [[two?.id], [one?.id], []],
        );
      }
    });

    it('is a warning of an amendment, which never names the match itself', async () => {
      const club = await aClub(service());
      const [one, two] = [
        await submit(club, { played_at: at('19:10:00') }),
        await submit(club, { played_at: at('20:10:00') }),
      ];
      const amend = async (body: object) =>
        (await club.partner.request<MatchViewWithWarnings>('PATCH', `/v1/matches/${two.id}`, { body })).body;
      assert.deepEqual(nearOf(await amend({ played_at: at('19:30:00') })), [one.id]);
      assert.deepEqual(nearOf(await amend({})), [one.id]);
      assert.deepEqual((await amend({ played_at: at('19:31:00') })).warnings, []);
    });
  });

  describe('an implausible score', () => {
    it('is rejected in a batch entry, a dry run and a preview, with a detail that names the fix', async () => {
      const club = await aClub(service());
      const body = club.match({ set_scores: setsOf('66-4 6-4') });
      const { external_ref: _, winning_team: __, ...preview } = body;
      for (const [path, sent, options] of [
        ['/v1/matches', body, {}],
        ['/v1/matches', body, { query }],
        ['/v1/matches/preview', preview, {}],
      ] as const) {
        const refused = await club.partner.refusal('invalid_body', 'POST', path, { body: sent, ...options });
        assert.deepEqual(faultsOf(refused.body), ['/set_scores/0 implausible_score']);
        assert.match(refused.body.errors?.[0]?.detail ?? '', /Correct the score, or send `scoring`\.$/);
      }
      const batch = await club.partner.request<BatchResults>('POST', '/v1/matches/batch', {
        body: { matches: [body] },
      });
      assert.deepEqual(faultsOf({ errors: batch.body.results[0]?.error?.errors ?? [] }), [
        '/set_scores/0 implausible_score',
      ]);
    });

    it('is rejected in an amendment, with its other faults if it decides the scoring, else against the stored fields', async () => {
      const club = await aClub(service());
      const { id } = await submit(club, {});
      const refused = async (body: object) =>
        faultsOf((await club.partner.refusal('invalid_body', 'PATCH', `/v1/matches/${id}`, { body })).body);
      const set_scores = setsOf('6-4 66-3');
      assert.deepEqual(await refused({ set_scores }), ['/set_scores/1 implausible_score']);
      const all = { set_scores, winning_team: 'B', outcome: null, scoring: null, bogus: 1 };
      assert.deepEqual(await refused(all), [
        '/bogus unknown_field',
        '/set_scores/1 implausible_score',
        '/winning_team score_contradicts_winner',
      ]);
    });
  });
});
