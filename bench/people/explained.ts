import { readFileSync } from 'node:fs';
import type { Database, SqlValue, Statement, Transaction } from '@bandeja/postgres/database';
import type pg from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** What the statements of a question took together. */
export class Work {
  statements = 0;
  /** Pages of tables and indexes that were looked at. */
  buffers = 0;
  /** Rows and entries of indexes that were looked at. */
  rows = 0;
  /** Of a processor, to plan and run them; noise of other work on the machine is not in it. Linux only. */
  milliseconds = 0;
  /** By statement: the text of its plan. */
  readonly plans: string[] = [];
}

/** A database that has PostgreSQL explain each statement, with what it took, before it runs it. */
export class ExplainingDatabase {
  readonly #database: Database;
  readonly #client: pg.Client;
  readonly #pid: number;
  work = new Work();

  /** @param pid of the client's server process */
  constructor(database: Database, client: pg.Client, pid: number) {
    this.#pid = pid;
    this.#database = database;
    this.#client = client;
  }

  /** As `Context.readDatabase`. */
  asDatabase(): Database {
    const explain = (statement: Statement, values: readonly SqlValue[]) => this.#explain(statement, values);
    const database = this.#database;
    return Object.assign(Object.create(database) as Database, {
      transaction: <T>(work: (transaction: Transaction) => Promise<T>) =>
        database.transaction(async (transaction) =>
          work({
            isTransaction: true,
            commitWithLast: () => transaction.commitWithLast(),
            discard: () => transaction.discard(),
            script: (sql) => transaction.script(sql),
            async query<R extends object>(statement: Statement, values: readonly SqlValue[] = []) {
              await explain(statement, values);
              return transaction.query<R>(statement, values);
            },
          }),
        ),
    });
  }

  async #explain({ name, text }: Statement, values: readonly SqlValue[]): Promise<void> {
    type Explained = { 'QUERY PLAN': readonly [{ Plan: PlanNode }] };
    const from = this.#processorMs();
    const sql = `explain (analyze, buffers, timing off, format json) ${text}`;
    const { rows } = await this.#client.query<Explained>(sql, [...values]);
    const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
    if (explained === undefined) throw new Error(`${name} has no plan`);
    const { Plan: plan } = explained;
    const milliseconds = this.#processorMs() - from;
    this.work.statements += 1;
    this.work.milliseconds += milliseconds;
    this.work.buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    this.work.rows += rowsRead(plan);
    this.work.plans.push(`${name}, ${milliseconds.toFixed(1)} ms\n${linesOf(plan, 1).join('\n')}`);
  }

  #processorMs(): number {
    const [nanoseconds = '0'] = readFileSync(`/proc/${this.#pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  }
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Of all scans of tables and indexes. */
function rowsRead(plan: PlanNode): number {
  return nodesOf(plan)
    .filter((node) => /^(Index|Index Only|Seq|Bitmap Index) Scan$/.test(node['Node Type']))
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
}

function linesOf(plan: PlanNode, depth: number): string[] {
  const index = plan['Index Name'] === undefined ? '' : ` with ${plan['Index Name']}`;
  const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  const rows = `${plan['Actual Rows']} rows${plan['Actual Loops'] === 1 ? '' : ` in each of ${plan['Actual Loops']} loops`}`;
  const line = `${'  '.repeat(depth)}${plan['Node Type']}${index}: ${rows}, ${buffers} pages`;
  return [line, ...(plan.Plans ?? []).flatMap((each) => linesOf(each, depth + 1))];
}
