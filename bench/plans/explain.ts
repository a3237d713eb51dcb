import pg from 'pg';
import { prepareSession } from '../../src/store/engine/session.ts';
import { encodeValue } from '../../src/store/engine/values.ts';
import type { Sent } from './record.ts';

export interface Explained {
  readonly plan: readonly string[];
  readonly rows: number;
  /** Pages of 8 kB that were looked at. */
  readonly buffers: number;
  /** Ms of execution, of the second time: the first may have read from the disk. */
  readonly ms: number;
}

/** Asks PostgreSQL how it runs statements. */
export class Explainer {
  readonly #client: pg.Client;
  #count = 0;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<Explainer> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await prepareSession(client, { statementTimeoutMs: 600_000, idleInTransactionTimeoutMs: 600_000 });
    await client.query('set plan_cache_mode = force_generic_plan');
    return new Explainer(client);
  }

  async explain({ statement, values }: Sent): Promise<Explained> {
    this.#count += 1;
    const name = `plan_${this.#count}`;
    await this.#client.query(`prepare ${name} as ${statement.text}`);
    const literals = values.map((value) => {
      const text = encodeValue(value);
      return text === null ? 'null' : pg.escapeLiteral(text.toString());
    });
    const execute = `${name}${literals.length === 0 ? '' : `(${literals.join(', ')})`}`;
    const ask = async (): Promise<string[]> => {
      const { rows } = await this.#client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers, costs off, timing off) execute ${execute}`,
      );
      return rows.map((row) => row['QUERY PLAN']);
    };
    await ask();
    const plan = await ask();
    return {
      plan,
      rows: Number(/rows=([\d.]+)/.exec(plan[0] ?? '')?.[1] ?? 0),
      buffers: buffersOf(plan.find((line) => line.includes('Buffers:')) ?? ''),
      ms: Number(/Execution Time: ([\d.]+)/.exec(plan.at(-1) ?? '')?.[1] ?? 0),
    };
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

function buffersOf(line: string): number {
  return ['hit', 'read'].reduce(
    (sum, kind) => sum + Number(new RegExp(`shared[^,]*${kind}=(\\d+)`).exec(line)?.[1] ?? 0),
    0,
  );
}
