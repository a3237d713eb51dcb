/** Random nights of every format, with latecomers, leavers, swaps, lost courts and undone changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planFormats } from '@bandeja/contract/plan-enums';
import type { Plan } from '@bandeja/contract/plans';
import { seeded } from '../support/seeded.ts';
import { type Answer, onEachEngine, type ProblemBody, useTestService } from '../support/service.ts';
import { assertCertified, assertPossible, restDifferenceOf } from './fairness.ts';
import { lineupOf, PlannedNight, seatsOf } from './planned-night.ts';

const STEPS = 12;

/** The courts with results, which nothing may change. */
const playedIn = ({ rounds }: Plan) =>
  new Set(
    rounds.flatMap(({ round, opened_at, courts }) =>
      courts
        .filter(({ result }) => result !== null)
        .map((court) => JSON.stringify({ round, opened_at, ...lineupOf(court) })),
    ),
  );

/**
 * Whether a player came back after missing rounds. Then not all differences of rests can be within one: rests of others in the missed
 * rounds count towards some differences and not towards others.
 */
const hasReturned = ({ rounds, players }: Plan): boolean =>
  rounds.some(({ round, courts }) => seatsOf(courts).some((number) => (players[number - 1]?.from_round ?? 1) > round));

/** Random changes of a night. A change may be refused; then nothing has changed. */
class RandomNight {
  readonly #night: PlannedNight;
  readonly #random: () => number;
  #plan: Plan;

  constructor(night: PlannedNight, plan: Plan, random: () => number) {
    this.#night = night;
    this.#plan = plan;
    this.#random = random;
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  /** @returns the plan after a random change, and what the change was */
  async step(): Promise<{ name: string; answer: Answer<Plan & ProblemBody>; plan: Plan }> {
    const steps = [
      this.open,
      this.open,
      this.enter,
      this.enter,
      this.join,
      this.leave,
      this.lose,
      this.swap,
      this.undo,
    ];
    const step = steps[this.below(steps.length)] ?? this.open;
    const answer = (await step.call(this)) as Answer<Plan & ProblemBody>;
    this.#plan = await this.#night.plan();
    return { name: step.name, answer, plan: this.#plan };
  }

  get #isTeams(): boolean {
    return this.#plan.format === 'teams';
  }

  open(): Promise<Answer<Plan>> {
    const opened = this.#plan.rounds.filter(({ opened_at }) => opened_at !== null).length;
    return this.#night.open(Math.min(opened + 1, this.#plan.rounds.length), { without_missing: true });
  }

  enter(): Promise<Answer<unknown>> {
    const round = this.#plan.rounds.find(({ state }) => state === 'open')?.round ?? 1;
    return this.#night.enter(round, 1 + this.below(2), ['15-9', '12-12', '4-20'][this.below(3)] ?? '');
  }

  /** A new player, or one who left. In teams, two of them. */
  async join(): Promise<Answer<Plan>> {
    const { revision, players, fixed_pairs } = this.#plan;
    const gone = players.filter(({ until_round }) => until_round !== null).slice(0, this.#isTeams ? 2 : 1);
    if (gone.length > 0) return this.#patch({ join: gone.map(({ username }) => ({ username })) });
    const joining = await this.#night.partner.freshPlayers(this.#isTeams ? 2 : 1);
    const pair = [players.length + 1, players.length + 2];
    return this.#patch({
      revision,
      join: joining.map(({ username }) => ({ username })),
      ...(this.#isTeams ? { fixed_pairs: [...fixed_pairs, pair] } : {}),
    });
  }

  leave(): Promise<Answer<Plan>> {
    const { players, fixed_pairs } = this.#plan;
    const number = 1 + this.below(players.length);
    const leaving = this.#isTeams ? (fixed_pairs.find((pair) => pair.includes(number)) ?? []) : [number];
    return this.#patch({ leave: leaving.map((one) => ({ number: one })), redraw_open: this.#random() < 0.5 });
  }

  lose(): Promise<Answer<Plan>> {
    return this.#patch({ courts: 1 + this.below(3) });
  }

  /** Exchanges two players, or two pairs, of the last round with two courts. */
  swap(): Promise<Answer<Plan>> {
    const { rounds, revision } = this.#plan;
    const round = rounds.findLast(({ courts }) => courts.length > 1);
    if (round === undefined) return this.lose();
    const [one = assert.fail(), other = assert.fail(), ...rest] = round.courts.map(lineupOf);
    const [x, y] = [one.team_b, other.team_a];
    const [a, b] = this.#isTeams ? [y, x] : [[x[0], y[1]] as const, [y[0], x[1]] as const];
    const courts = [{ ...one, team_b: a }, { ...other, team_a: b }, ...rest];
    return this.#night.putRound(round.round, { revision, courts }, { redraw: this.#random() < 0.5 });
  }

  undo(): Promise<Answer<Plan>> {
    return this.#night.post('undo', { revision: this.#plan.revision });
  }

  #patch(changes: object): Promise<Answer<Plan>> {
    return this.#night.patch({ revision: this.#plan.revision, ...changes });
  }
}

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a random night', () => {
    for (const [index, format] of planFormats.entries()) {
      it(`of ${format} keeps what was played, and stays possible and certified`, async () => {
        const pairs = [1, 3, 5, 7, 9].map((number) => [number, number + 1]);
        const body = { format, rounds: 6, fixed_pairs: format === 'teams' ? pairs : [] };
        const night = await PlannedNight.of(await service().freshPartner(), { players: 10, body });
        let before = await night.plan();
        const random = new RandomNight(night, before, seeded(340 + index));
        const done = new Map<string, number>();
        for (let count = 0; count < STEPS; count += 1) {
          const { name, answer, plan } = await random.step();
          const context = `${name} (${answer.status} ${answer.body.code}) after ${JSON.stringify([...done])}`;
          const isRefused = answer.status >= 400;
          if (isRefused) assert.deepEqual(plan, before, context);
          else done.set(name, (done.get(name) ?? 0) + 1);
          assert.ok([200, 201, 404, 409, 422].includes(answer.status), context);
          assert.deepEqual(playedIn(before).difference(playedIn(plan)), new Set(), context);
          assertPossible(plan);
          assertCertified(plan);
          const difference = restDifferenceOf(plan);
          assert.ok(difference <= 1 || hasReturned(plan), `${context}: rests differ by ${difference}`);
          assert.deepEqual(
            (await night.live()).round?.courts ?? null,
            plan.rounds.find(({ state }) => state === 'open')?.courts ?? null,
          );
          before = plan;
        }
        assert.ok(done.size >= 5, JSON.stringify([...done]));
      });
    }
  });
});
