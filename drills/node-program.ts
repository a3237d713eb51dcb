/**
 * Usage: node drills/node-program.ts DATABASE_URL
 *
 * A node of the service in a separate process. It runs the commands on its standard input concurrently, one JSON object per line,
 * and prints `{"number", "result"}` or `{"number", "error"}` for each. It ends with its input.
 */
import { createInterface } from 'node:readline';
import { postgresDatabase } from '@bandeja/postgres/postgres';
import { LocalNode, type ServiceNode } from '@bandeja/service/test/support/node';

export interface NumberedCommand {
  readonly number: number;
  readonly verb: keyof ServiceNode;
  readonly values: unknown[];
}

export type NumberedAnswer =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: string };

async function main(url: string): Promise<void> {
  const database = postgresDatabase({ url });
  const node = new LocalNode(database);
  const carryOut = ({ verb, values }: NumberedCommand): Promise<unknown> =>
    (node[verb] as (...values: unknown[]) => Promise<unknown>).apply(node, values);
  const answer = async (command: NumberedCommand): Promise<void> => {
    const { number } = command;
    const answered: NumberedAnswer = await carryOut(command).then(
      (result) => ({ number, result }),
      (error: unknown) => ({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    process.stdout.write(`${JSON.stringify(answered)}\n`);
  };
  const underWay: Promise<void>[] = [];
  for await (const line of createInterface({ input: process.stdin })) underWay.push(answer(JSON.parse(line)));
  await Promise.all(underWay);
  await database.close();
}

if (import.meta.main) await main(process.argv[2] ?? '');
