/** What went wrong, in a sentence for the person at the screen. */
import { BandejaError } from '@bandeja/client';
import type { Scope } from '@bandeja/contract/account-enums';
import { language, texts } from './language.ts';
import { neededRole } from './roles.ts';

const t = texts('console.shared.problems');

/** What the service explains better in its detail, which is English. */
const refusals = texts('console.shared.refusals');

/** A refusal of the console itself. Its message is a sentence for the person at the screen. */
export class Refusal extends Error {}

/** An error in a sentence: the console's own if it has one, else the service's. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof BandejaError)) return t('unexpected', { error: String(error) });
  const { code, problem, retryAfter, errors } = error;
  const detail = errors.length === 0 ? error.detail : errors.map((fault) => fault.detail).join(' ');
  const { required_plans: plans = [], required_scopes: scopes = [] } = problem;
  const needed = scopes.length > 0 ? neededRole(scopes as Scope[]) : plans.join(' / ');
  const codes = [errors[0]?.code ?? code, code.endsWith('_not_found') ? 'not_found' : code];
  const values = { needed, seconds: retryAfter ?? 60, error: detail };
  const known = codes.find((one) => t.has(one));
  if (known !== undefined) return t(known, values);
  if (language === 'en') return detail;
  return refusals(codes.find((one) => refusals.has(one)) ?? 'other', values);
}

export const isSuspended = (error: unknown): boolean =>
  error instanceof BandejaError && error.code === 'partner_suspended';

/** A forbidden page has its own state, because retrying would not help. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof BandejaError && error.status === 403 && !isSuspended(error);
