/** The same answers of a node that keeps what it has worked out and of one that does not, held against each other. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type Analysis, getAnalysis } from '../../../src/domain/analysis/index.ts';
import { type CardView, getCard } from '../../../src/domain/card/index.ts';
import type { Caller, Context } from '../../../src/domain/context.ts';
import { Problem } from '../../../src/domain/errors/index.ts';
import { KeptAnswers } from '../../../src/domain/kept-answers.ts';
import { readVersions } from '../../../src/store/analysis/answer-versions.ts';
import { statement } from '../../../src/store/engine/database.ts';

export type Asker = Pick<Caller, 'partnerId'>;

/** Everything that stands in the histories of players, a text each. */
const histories = statement(
  'test_histories',
  `select p.username, coalesce(string_agg(concat(m, r, h), ';' order by m.id), '') as history
   from players p left join player_matches pm on pm.player_id = p.id
   left join matches m on m.id = pm.match_id left join match_ratings r on r.match_id = m.id
   left join held_matches h on h.match_id = m.id
   where p.username = any($1::text[]) group by p.username`,
);

/** An empty `tid[]`, as `array_send` has it. */
const NOBODY = new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 27]);

/** What one asks for. */
export const reads = {
  card: getCard,
  analysis: (context: Context, asker: Asker, username: string) => getAnalysis(context, asker, username, 50),
} as const;

export class SideBySide {
  readonly #context: Context;
  readonly #askers: readonly Asker[];
  readonly #usernames: readonly string[];
  readonly #kept = new Map<string, unknown>();
  #versions = new Map<string, { readonly history: string; readonly version: string | undefined }>();
  /** How many answers were those of before, and not worked out again. */
  givenAgain = 0;
  workedOut = 0;

  /** @param context of the node that does not keep anything */
  constructor(context: Context, askers: readonly Asker[], usernames: readonly string[]) {
    this.#context = { ...context, keptAnswers: new KeptAnswers() };
    this.#askers = askers;
    this.#usernames = usernames;
  }

  /**
   * Asserts that everybody is answered alike by both, and that no history has changed without another version.
   * @returns whose answers are not what they were.
   */
  async assertSame(after: string): Promise<Set<string>> {
    const changed = new Set<string>();
    const { keptAnswers: _, ...fresh } = this.#context;
    const asked = this.#askers.flatMap((asker, number) =>
      this.#usernames.flatMap((username) =>
        Object.entries(reads).map(([what, read]) => ({
          asker,
          username,
          read,
          key: `${what} of ${username} for ${number}`,
        })),
      ),
    );
    await Promise.all(
      asked.map(async ({ asker, username, read, key }) => {
        const [kept, anew] = [
          await answerOf(read(this.#context, asker, username)),
          await answerOf(read(fresh, asker, username)),
        ];
        assert.deepEqual(kept, anew, `${key} after ${after}`);
        if (typeof kept === 'object' && this.#kept.get(key) === kept) this.givenAgain += 1;
        else this.workedOut += 1;
        if (!isDeepStrictEqual(this.#kept.get(key), kept)) changed.add(username);
        this.#kept.set(key, kept);
      }),
    );
    await this.#assertVersions(after);
    return changed;
  }

  async #assertVersions(after: string): Promise<void> {
    const { database } = this.#context;
    const rows = await database.query<{ username: string; history: string }>(histories, [this.#usernames]);
    const present = rows.map(async ({ username, history }) => {
      const owner = this.#askers[0]?.partnerId ?? assert.fail();
      const version = await readVersions(database, owner, username, NOBODY);
      const before = this.#versions.get(username);
      const isOther = before !== undefined && before.version !== undefined && before.history !== history;
      if (isOther) assert.notEqual(version, before.version, `the history of ${username} has changed, after ${after}`);
      return [username, { history, version }] as const;
    });
    this.#versions = new Map(await Promise.all(present));
  }
}

/** An answer, or the code of the problem. */
async function answerOf(answer: Promise<CardView | Analysis>): Promise<object | string> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}
