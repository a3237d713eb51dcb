/** Random scenarios: a few matches, draws among them, are submitted, confirmed, amended and voided, one step after the other or all at once. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Database } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { setsOf } from '../support/matches.ts';
import type { ServiceNode } from '../support/node.ts';
import { endPauses } from '../support/settling.ts';
import { type CallOptions, NOW, World } from '../support/world.ts';

type Step = 'confirm' | 'amend' | 'void';

/** What becomes of a match: the steps after its submission. */
const lifecycles: readonly { steps: readonly Step[]; tier: string }[] = [
  { tier: 'imported', steps: [] },
  { tier: 'imported', steps: ['void'] },
  { tier: 'imported', steps: ['confirm'] },
  { tier: 'imported', steps: ['amend'] },
  { tier: 'imported', steps: ['amend', 'void'] },
  { tier: 'player_confirmed', steps: ['amend', 'confirm'] },
  { tier: 'player_confirmed', steps: ['confirm', 'amend'] },
  { tier: 'player_confirmed', steps: [] },
  { tier: 'player_confirmed', steps: ['confirm'] },
  { tier: 'player_confirmed', steps: ['void'] },
  { tier: 'player_confirmed', steps: ['confirm', 'void', 'void'] },
];

/** Different partners do not wait for each other's audit chains, so only the ratings keep them apart. */
const partners = ['norte', 'sur', 'este', 'oeste'] as const;

/** The days before the present on which matches are played. */
const DAYS_MAX = 9;

/** Few players, so that most changes reach all of them, or many, so that small late matches reach only some. */
const SEATS_OF_SCENARIOS = [9, 16] as const;
const SEATS_MAX = Math.max(...SEATS_OF_SCENARIOS);

/** How many matches a change may reach to be settled in its request: everything, a little, or nothing. */
const aClosureMax = fc.constantFrom(0, 1, 3, 1000);

/** How a match ended. Its sets would contradict some winners, if it had been played to its end. */
interface Ending {
  readonly winning_team: 'A' | 'B' | null;
  readonly outcome: 'played' | 'retired' | 'walkover';
  readonly sets: string | null;
}

const aWinner = fc.constantFrom('A' as const, 'B' as const);
const aRetirement: fc.Arbitrary<Ending> = fc.record({
  winning_team: aWinner,
  outcome: fc.constant('retired'),
  sets: fc.constantFrom('6-4 6-3', '6-0', '21-11'),
});
const aDraw: fc.Arbitrary<Ending> = fc.record({
  winning_team: fc.constant(null),
  outcome: fc.constant('played'),
  sets: fc.constantFrom('12-12', '10-10', '16-16'),
});
const aWalkover: fc.Arbitrary<Ending> = fc.record({
  winning_team: aWinner,
  outcome: fc.constant('walkover'),
  sets: fc.constant(null),
});
/** One that is rated. */
const aRatedEnding = fc.oneof({ weight: 3, arbitrary: aRetirement }, { weight: 2, arbitrary: aDraw });
const anEnding = fc.oneof({ weight: 5, arbitrary: aRatedEnding }, { weight: 1, arbitrary: aWalkover });

interface Timed {
  readonly day: number;
  readonly lifecycle: { readonly steps: readonly Step[] };
  readonly delays: readonly number[];
}

/** When a match is submitted and each of its further steps is taken, in days from the present, in a lifelike scenario. */
function timesOf({ day, lifecycle, delays }: Timed): number[] {
  return ['submit', ...lifecycle.steps].map((_, step) =>
    delays.slice(0, step + 1).reduce((at, delay) => at + delay, -day),
  );
}

/** The matches whose steps are taken, in the order of play but for delays. */
function lifelikeTurns(matches: readonly Timed[]): number[] {
  const steps = matches.flatMap((match, index) => timesOf(match).map((at) => ({ index, at })));
  return steps.sort((a, b) => a.at - b.at).map(({ index }) => index);
}

/**
 * A few matches, at few instants, and the order in which their steps are taken: at random, or lifelike, so that most matches are
 * appended while what comes late is settled. Each step may settle as much at once as it draws; the rest is left to the
 * settlers.
 * @param matchesMax the most matches of a scenario.
 */
export const aScenario = (matchesMax: number) =>
  fc
    .constantFrom(...SEATS_OF_SCENARIOS)
    .chain((seats) =>
      fc.array(
        fc.record({
          partner: fc.constantFrom(...partners),
          seats: fc.shuffledSubarray([...Array(seats).keys()], { minLength: 4, maxLength: 4 }),
          day: fc.integer({ min: 1, max: DAYS_MAX }),
          ending: anEnding,
          lifecycle: fc.constantFrom(...lifecycles),
          // Days that pass before each of its steps, in a lifelike scenario.
          delays: fc.array(fc.constantFrom(0, 0, 0, 1, 4), { minLength: 4, maxLength: 4 }),
          closureMaxes: fc.array(aClosureMax, { minLength: 4, maxLength: 4 }),
          // Draws become wins and wins draws, walkovers become rated.
          amended: fc.record({ day: fc.integer({ min: 1, max: DAYS_MAX }), ending: aRatedEnding }),
        }),
        { minLength: 1, maxLength: matchesMax },
      ),
    )
    .chain((matches) => {
      const turns = matches.flatMap(({ lifecycle }, index) => ['submit', ...lifecycle.steps].map(() => index));
      return fc.record({
        matches: fc.constant(matches),
        isLifelike: fc.boolean(),
        turns: fc.shuffledSubarray(turns, { minLength: turns.length }),
        stepMatches: fc.integer({ min: 1, max: 4 }),
        // One in eight: a rebuild takes longer than all the rest of a scenario.
        isRebuilt: fc.integer({ min: 1, max: 8 }).map((number) => number === 1),
        // A settler keeps its lease, or loses it again and again.
        losesLease: fc.boolean(),
      });
    })
    .map((scenario) => (scenario.isLifelike ? { ...scenario, turns: lifelikeTurns(scenario.matches) } : scenario));

export type Scenario = ReturnType<typeof aScenario> extends fc.Arbitrary<infer T> ? T : never;

/** How long a day of a lifelike scenario takes when its matches are played at once: some steps of a settler. */
const DAY_LASTS_MS = 12;

/** Between two looks of a settler that has found nothing to do, as in the service, only shorter. */
const LOOK_PAUSE_MS = 5;

/**
 * Plays a scenario in a new world while the nodes settle, and asserts that in the end every bit is that of a replay
 * from nothing.
 * @param isAtOnce lets each match go its way at the same time.
 * @returns how many steps settled something while the matches were under way, if they were at once.
 */
export async function playScenario(
  database: Database,
  nodes: readonly ServiceNode[],
  scenario: Scenario,
  isAtOnce: boolean,
): Promise<number> {
  const { stepMatches, isRebuilt, losesLease } = scenario;
  const world = await World.open(database, { players: SEATS_MAX, partners, start: NOW });
  const nodeOf = (index: number): ServiceNode => nodes[index % nodes.length] ?? assert.fail();
  const stepsOfMatches = scenario.matches.map((match, index) => stepsOf(world, match, nodeOf(index)));
  const settle = async (node: ServiceNode): Promise<string> => {
    if (losesLease) await world.endLease();
    return node.settle(stepMatches);
  };
  let stepsMeanwhile = 0;
  if (isAtOnce) {
    const startedAt = performance.now();
    const matches = scenario.matches.map(async (match, index) => {
      for (const [turn, day] of timesOf(match).entries()) {
        const atMs = scenario.isLifelike ? startedAt + DAY_LASTS_MS * (DAYS_MAX + day) : 0;
        await sleep(Math.max(0, atMs - performance.now()));
        await (stepsOfMatches[index]?.[turn] ?? assert.fail())();
      }
    });
    let isPlayed = false;
    const playing = Promise.all([...matches, ...(isRebuilt ? [nodeOf(1).rebuild()] : [])]).finally(() => {
      isPlayed = true;
    });
    const settling = nodes.map(async (node) => {
      while (!isPlayed) {
        if ((await settle(node)) === 'more') stepsMeanwhile += 1;
        else await sleep(LOOK_PAUSE_MS);
      }
    });
    await Promise.all([playing, ...settling]);
  } else {
    for (const [turn, index] of scenario.turns.entries()) {
      await (stepsOfMatches[index]?.shift() ?? assert.fail())();
      await settle(nodeOf(turn));
      if (isRebuilt && turn === scenario.turns.length >> 1) await nodeOf(turn).rebuild();
      await world.assertSettledPart();
    }
  }
  for (let step = 0; !(await world.isSettled()); step += 1) {
    if ((await settle(nodeOf(step))) === 'idle') await endPauses(database);
  }
  assert.equal(world.sent.length, scenario.matches.length);
  await world.assertExact();
  return stepsMeanwhile;
}

function factsOf({ sets, ...ending }: Ending) {
  return { ...ending, set_scores: sets === null ? null : setsOf(sets) };
}

/** The steps of a match, on one node. */
function stepsOf(world: World, match: Scenario['matches'][number], node: ServiceNode): (() => Promise<unknown>)[] {
  const { partner, seats, day, ending, lifecycle, amended, closureMaxes } = match;
  const sent = world.match(-day, seats, { ...factsOf(ending), trust_tier: lifecycle.tier }, partner);
  const amendment = { played_at: world.at(-amended.day), ...factsOf(amended.ending) };
  const verbs = {
    submit: (options: CallOptions) => world.send(sent, options),
    confirm: (options: CallOptions) => world.confirm(sent, options),
    amend: (options: CallOptions) => world.amend(sent, amendment, options),
    void: (options: CallOptions) => world.void(sent, options),
  };
  return (['submit', ...lifecycle.steps] as const).map((verb, step) => {
    const closureMax = closureMaxes[step] ?? assert.fail();
    return () => withRoom(world, () => verbs[verb]({ node, closureMax }));
  });
}

/** Takes a step again that was refused because another large change of the partner is being marked. */
async function withRoom(world: World, step: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'overloaded')) throw error;
      await world.spreadMarks();
    }
  }
}
