/**
 * A node of the service as a process of its own: carries out commands that come on its standard input, a JSON object a line,
 * any number at once, and answers each with a line `{"number", "status"}` or `{"number", "error"}`. Ends with its input.
 *
 * Usage: node test/drill/node-program.ts DATABASE_URL
 */
import { createInterface } from 'node:readline';
import { postgresDatabase } from '../../src/store/engine/postgres.ts';
import { type Command, LocalNode } from '../domain/ledger/node.ts';

export interface NumberedCommand {
  readonly number: number;
  readonly command: Command;
}

export type NumberedAnswer =
  | { readonly number: number; readonly status: string }
  | { readonly number: number; readonly error: string };

async function main(url: string): Promise<void> {
  const database = postgresDatabase({ url });
  const node = new LocalNode(database);
  const answer = async ({ number, command }: NumberedCommand): Promise<void> => {
    const answered: NumberedAnswer = await node.run(command).then(
      (status) => ({ number, status }),
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
