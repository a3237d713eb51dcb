import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import type { Scale } from '@bandeja/rating';

/** The scale of the service. Without a name and points it is the default one. */
export interface ScaleRow {
  readonly version: number;
  readonly name: string | null;
  readonly points: Scale | null;
}

const read = statement('scale_read', 'select version, name, points from scale');

export async function readScale(database: Queryable): Promise<ScaleRow> {
  const [row] = await database.query<ScaleRow>(read);
  if (row === undefined) throw new Error('the scale is missing');
  return row;
}

const write = statement(
  'scale_write',
  'update scale set version = version + 1, name = $1, points = $2::jsonb returning version, name, points',
);

/** Replaces the scale. @param scale null: the default one */
export async function writeScale(
  transaction: Transaction,
  scale: { readonly name: string; readonly points: Scale } | null,
): Promise<ScaleRow> {
  const [row] = await transaction.query<ScaleRow>(write, [scale?.name ?? null, scale && JSON.stringify(scale.points)]);
  if (row === undefined) throw new Error('the scale is missing');
  return row;
}
