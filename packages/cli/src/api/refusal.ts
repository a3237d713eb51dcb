import type { BandejaError } from '@bandeja/client';
import { type ExitCode, exitCodes } from '../exit.ts';
import { printable } from '../terminal.ts';
import { concernsOneRequest } from './one-request.ts';

/** What may help, found out after a refusal. */
const hints = new WeakMap<BandejaError, string[]>();

/** Adds to a refusal what may help. */
export function addHint(refusal: BandejaError, hint: string): void {
  hints.set(refusal, [...(hints.get(refusal) ?? []), hint]);
}

/**
 * 3 where the caller is not let in or the service cannot work, 2 for a query, which comes from the command line alone, else 1: the
 * service understood, and refused the content.
 */
export function exitCodeOf(refusal: BandejaError): ExitCode {
  if (!concernsOneRequest(refusal) && !isUnknownPath(refusal)) return exitCodes.unreachable;
  return refusal.code === 'invalid_query' ? exitCodes.wrongUse : exitCodes.rejections;
}

/**
 * A refusal for people: the sentence, a line per broken rule, what to do, the request id.
 * @param nameOf what the command line calls a place of the request; null: it has no name for it.
 */
export function describeRefusal(refusal: BandejaError, nameOf: (place: string) => string | null = () => null): string {
  const what = refusal.code === 'not_bandeja' ? refusal.status : `${refusal.status} ${refusal.code}`;
  // The sentence of these codes repeats the first rule.
  const isOfRules =
    ['invalid_body', 'invalid_query', 'participant_not_eligible'].includes(refusal.code) && refusal.errors.length > 0;
  const lines = [isOfRules ? `The service does not accept this (${what}):` : `${refusal.detail} (${what})`];
  for (const { pointer, parameter, code, detail } of refusal.errors) {
    const place = pointer ?? parameter ?? '';
    lines.push(`  ${[nameOf(place) ?? place, code].filter(Boolean).join('  ')}: ${detail}`);
  }
  if (refusal.is('duplicate_external_ref')) {
    const { existing_match_id: id, same_content: isSame } = refusal.problem;
    lines.push(`  The match that has it: ${id} (with ${isSame ? 'the same' : 'other'} content)`);
  }
  lines.push(...(hints.get(refusal) ?? []));
  const advice = adviceFor(refusal);
  if (advice !== null) lines.push(advice);
  if (refusal.requestId !== null) lines.push(`Request id: ${refusal.requestId}`);
  return `${lines.map(printable).join('\n')}\n`;
}

function adviceFor(refusal: BandejaError): string | null {
  if (refusal.status === 401) {
    // The detail already names the place of the operator token.
    const isOperator = refusal.request.path.includes('/admin/v1/');
    const otherwise = isOperator ? '' : ', or ask the operator for a new one';
    return `Check that you pasted the whole ${isOperator ? 'operator token' : 'API key'}${otherwise}.`;
  }
  switch (refusal.code) {
    case 'plan_forbidden':
      return `This needs the plan ${named(refusal.problem.required_plans)}; the operator can change it (bandeja partners update).`;
    case 'insufficient_scope':
      return `Use a key with the scope ${named(refusal.problem.required_scopes)}; the operator issues it (bandeja keys issue).`;
    case 'partner_suspended':
      return 'Ask the operator, who can lift it (bandeja partners update --resume).';
    case 'session_not_found':
      return 'bandeja sessions list shows your sessions.';
    case 'roster_not_found':
      return 'bandeja rosters list shows your rosters.';
    case 'route_not_found':
    case 'not_bandeja':
      if (isUnknownPath(refusal)) return refusal.request.path.startsWith('/admin/') ? ANOTHER_PORT : null;
      return 'Is that the address of a Bandeja service, without /v1?';
    default:
      return null;
  }
}

export const ANOTHER_PORT =
  'If the service has an ADMIN_PORT, set BANDEJA_URL to that port. Otherwise, the service may be older than this command.';

/** A path of the API, at an address without a path. */
const API_PATH = /^\/(admin\/)?v1\/(?!v1\/|admin\/|health\/)/;

/** Whether the service has no such path, although its address is right. */
const isUnknownPath = ({ code, request }: BandejaError): boolean =>
  code === 'route_not_found' && API_PATH.test(request.path);

const named = (values: readonly string[] = []): string => values.join(' or ') || 'another';
