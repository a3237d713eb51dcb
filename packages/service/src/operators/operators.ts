import { randomUUID } from 'node:crypto';
import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import {
  type CreatedOperator,
  ENVIRONMENT_OPERATOR,
  type NewOperator,
  type Operator,
  type OperatorAction,
} from '@bandeja/contract/operators';
import type { Context } from '../context.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import { secretHash } from '../runtime/secret.ts';
import { notFound } from '../validation/not-found.ts';
import { makeOperatorToken, operatorCheck, tokenForm } from './environment-token.ts';
import { recordAction } from './record-action.ts';
import {
  type ActionRow,
  findOperatorByToken,
  insertOperator,
  listActionRows,
  listOperatorRows,
  markOperatorUsed,
  type OperatorRow,
  revokeOperatorRow,
} from './store.ts';

/** A use is only recorded if the last recorded one is older than this. */
const USE_RECORDED_EVERY_MS = 5_000;

/**
 * Creates an operator. Only the SHA-256 of its token is stored.
 * @throws {Problem} `operator_name_taken`
 */
export async function createOperator(context: Context, { name }: NewOperator): Promise<CreatedOperator> {
  const token = makeOperatorToken();
  const row: OperatorRow = { id: randomUUID(), name, created_at: context.now(), last_used_at: null, revoked_at: null };
  return context.database.transaction(async (transaction) => {
    if (name.toLowerCase() === ENVIRONMENT_OPERATOR || !(await insertOperator(transaction, row, secretHash(token)))) {
      throw new Problem(
        'operator_name_taken',
        `There is, or was, an operator “${name}”. A name is used once, so that the log stays unambiguous.`,
      );
    }
    await recordAction(context, transaction, 'operators.create', row.id);
    const { id, revoked_at: _, ...rest } = operatorView(row);
    return { id, token, ...rest };
  });
}

/** Operators in order of creation. @param all also the revoked ones */
export function listOperators(
  { database }: Context,
  all: boolean,
  page: Page<CreationKey>,
): Promise<PageOf<Operator, CreationKey>> {
  return readPage(page, (batch) => listOperatorRows(database, all, batch), operatorView, creationKeyOf);
}

/**
 * Revokes an operator. Every node refuses the token at once, since none caches it.
 * @throws {Problem} `operator_not_found` if the operator doesn't exist or is already revoked
 */
export async function revokeOperator(context: Context, id: string): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if (!(await revokeOperatorRow(transaction, id, context.now()))) throw notFound('operator_not_found', id);
    await recordAction(context, transaction, 'operators.revoke', id);
  });
}

/** The writes of operators, newest first. */
export function listActions(
  { database }: Context,
  page: Page<CreationKey>,
): Promise<PageOf<OperatorAction, CreationKey>> {
  const keyOf = ({ at, id }: ActionRow) => ({ created_at: at, id });
  return readPage(page, (batch) => listActionRows(database, batch), actionView, keyOf);
}

/** Finds the name of the operator that a token belongs to; null if the token is unknown or revoked. */
export function operatorFinder(
  { database, now }: Context,
  environmentToken: string,
): (token: string) => Promise<string | null> {
  const isEnvironment = operatorCheck(environmentToken);
  return async (token) => {
    if (isEnvironment(token)) return ENVIRONMENT_OPERATOR;
    if (!tokenForm.test(token)) return null;
    const found = await findOperatorByToken(database, secretHash(token));
    if (found === undefined) return null;
    const at = now();
    // With a full disk or a read-only database, operators must get in all the same.
    if (at - (found.last_used_at ?? 0) >= USE_RECORDED_EVERY_MS)
      await markOperatorUsed(database, found.id, at).catch(() => {});
    return found.name;
  };
}

function operatorView({ id, name, created_at, last_used_at, revoked_at }: OperatorRow): Operator {
  return {
    id,
    name,
    created_at: formatInstant(created_at),
    last_used_at: last_used_at === null ? null : formatInstant(last_used_at),
    revoked_at: revoked_at === null ? null : formatInstant(revoked_at),
  };
}

const actionView = (row: ActionRow): OperatorAction => ({ ...row, at: formatInstant(row.at) });
