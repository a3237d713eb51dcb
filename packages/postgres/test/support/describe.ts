import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { prepareSnapshot } from './pglite.ts';

/** The columns that a statement returns. */
export type DescribedColumns = readonly { readonly name: string; readonly typeId: number }[];

/** Prepares statements on a migrated database, without running them. @throws {Error} with the name of a wrong statement */
export async function describeStatements(
  migrations: string,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, DescribedColumns>> {
  const snapshot = fs.readFileSync(await prepareSnapshot(migrations));
  const database = await PGlite.create({ loadDataDir: new Blob([snapshot]) });
  const described = new Map<string, DescribedColumns>();
  try {
    for (const [name, text] of texts) {
      const { resultFields } = await database.describeQuery(text).catch((cause: unknown) => {
        throw new Error(`${name} cannot be prepared`, { cause });
      });
      described.set(
        name,
        resultFields.map((field) => ({ name: field.name, typeId: field.dataTypeID })),
      );
    }
    return described;
  } finally {
    await database.close();
  }
}
