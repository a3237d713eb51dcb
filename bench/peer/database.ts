import pg from 'pg';

/** The only partner. */
export const { PARTNER = '' } = process.env;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const FLOAT_ARRAY = 1022 as (typeof pg.types.builtins)['INT8'];
// The parser of `pg` for arrays takes several times as long.
pg.types.setTypeParser(FLOAT_ARRAY, (text) => text.slice(1, -1).split(',').map(Number));
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

export const query = async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>({ name, text, values })).rows;

export const visible = (alias: string): string => `(${alias}.profile_is_public or ${alias}.creator_partner_id = $1
  or exists (select from roster_members o where o.player_id = ${alias}.id and o.partner_id = $1))`;
