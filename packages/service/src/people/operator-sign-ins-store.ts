import { ENVIRONMENT_OPERATOR } from '@bandeja/contract/operators';
import { type Database, instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { writeUnsynced } from '@bandeja/postgres/unsynced';

export interface NewOperatorSignIn {
  readonly id: string;
  readonly operatorTokenHash: Uint8Array;
  readonly tokenHash: Uint8Array;
  readonly at: number;
  readonly expiresAt: number;
}

const insert = statement(
  'operator_sign_ins_insert',
  `insert into operator_sign_ins (id, operator_id, operator_token_hash, token_hash, created_at, last_used_at, expires_at)
   select $1, (select id from operators where token_hash = $2), $2, $3, $4::timestamptz, $4::timestamptz, $5::timestamptz`,
);

/** Stores a sign-in of the operator with this token. */
export async function insertOperatorSignIn(transaction: Transaction, signIn: NewOperatorSignIn): Promise<void> {
  const { id, operatorTokenHash, tokenHash, at, expiresAt } = signIn;
  await transaction.query(insert, [id, operatorTokenHash, tokenHash, instant(at), instant(expiresAt)]);
}

export interface OperatorSignInRow {
  readonly id: string;
  readonly operator: string;
  readonly created_at: number;
  readonly last_used_at: number;
  readonly expires_at: number;
}

const byToken = statement(
  'operator_sign_ins_by_token',
  `select s.id, coalesce(o.name, '${ENVIRONMENT_OPERATOR}') as operator, s.created_at, s.last_used_at, s.expires_at
   from operator_sign_ins s left join operators o on o.id = s.operator_id
   where s.token_hash = $1 and s.expires_at > $2::timestamptz
     and case when s.operator_id is null then s.operator_token_hash = $3 else o.revoked_at is null end`,
);

/** A valid sign-in. @param environmentHash of the present `OPERATOR_TOKEN` */
export async function findOperatorSignIn(
  database: Queryable,
  tokenHash: Uint8Array,
  now: number,
  environmentHash: Uint8Array,
): Promise<OperatorSignInRow | undefined> {
  return (await database.query<OperatorSignInRow>(byToken, [tokenHash, instant(now), environmentHash]))[0];
}

const touch = statement(
  'operator_sign_ins_touch',
  `update operator_sign_ins set last_used_at = greatest(last_used_at, $2::timestamptz), expires_at = greatest(expires_at, $3::timestamptz)
   where id = $1`,
);

/** Records a use of a sign-in. */
export async function touchOperatorSignIn(
  database: Database,
  id: string,
  at: number,
  expiresAt: number,
): Promise<void> {
  await writeUnsynced(database, touch, [id, instant(at), instant(expiresAt)]);
}

const end = statement('operator_sign_ins_end', 'delete from operator_sign_ins where token_hash = $1');

/** Ends the sign-in of a cookie, if it is one. */
export async function endOperatorSignIn(database: Queryable, tokenHash: Uint8Array): Promise<void> {
  await database.query(end, [tokenHash]);
}
