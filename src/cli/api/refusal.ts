import { type ExitCode, exitCodes } from '../exit.ts';
import { type JsonObject, listOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import { printable } from '../terminal.ts';

/** One broken rule of a request, as the service names it. */
export interface RefusedRule {
  /** The pointer into the body or the name of the query parameter; empty when the answer names neither. */
  readonly place: string;
  readonly code: string;
  readonly detail: string;
}

/** Reads the `errors` list of a problem or of a batch result. */
export function readRules(errors: unknown): readonly RefusedRule[] {
  return objectsOf(errors).map((entry) => ({
    place: textOf(entry['pointer']) ?? textOf(entry['parameter']) ?? '',
    code: textOf(entry['code']) ?? '',
    detail: textOf(entry['detail']) ?? '',
  }));
}

/** The service answered, and refused: an RFC 9457 problem, or a bare status from something in front of the service. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** The registry code of the problem; empty when the answer was no problem document. */
  readonly code: string;
  readonly rules: readonly RefusedRule[];
  readonly requestId: string | null;
  readonly document: JsonObject;
  /** The environment variable whose value was sent. */
  readonly credential: string;
  /** What may help, found out after the refusal. */
  readonly hints: string[] = [];

  constructor(status: number, body: unknown, requestId: string | null, credential: string) {
    const document = objectOf(body);
    super(textOf(document['detail']) ?? textOf(document['title']) ?? `The service answered with status ${status}.`);
    this.status = status;
    this.code = textOf(document['code']) ?? '';
    this.rules = readRules(document['errors']);
    this.requestId = textOf(document['request_id']) ?? requestId;
    this.document = document;
    this.credential = credential;
  }

  /**
   * 3 where the caller is not let in or the service cannot work, 2 for a query, which comes from the command line alone, else 1:
   * the service understood, and refused the content.
   */
  get exitCode(): ExitCode {
    const isShut = this.status === 401 || this.status === 403 || this.status === 429 || this.status >= 500;
    if (isShut || this.code === '' || this.code === 'route_not_found') return exitCodes.unreachable;
    return this.code === 'invalid_query' ? exitCodes.wrongUse : exitCodes.rejections;
  }
}

/**
 * A refusal for people: the sentence, a line per broken rule, what to do, the request id.
 * @param nameOf what the command line calls a place of the request; null: it has no name for it.
 */
export function describeRefusal(refusal: Refusal, nameOf: (place: string) => string | null = () => null): string {
  const what = [refusal.status, refusal.code].filter(Boolean).join(' ');
  // With its rules the sentence of these codes says nothing more.
  const isOfRules = ['invalid_body', 'invalid_query'].includes(refusal.code) && refusal.rules.length > 0;
  const lines = [isOfRules ? `The service does not accept this (${what}):` : `${refusal.message} (${what})`];
  for (const { place, code, detail } of refusal.rules) {
    lines.push(`  ${[nameOf(place) ?? place, code].filter(Boolean).join('  ')}: ${detail}`);
  }
  const existing = textOf(refusal.document['existing_match_id']);
  if (existing !== null) {
    const same = refusal.document['same_content'];
    const content = same === true ? ' (it says the same)' : same === false ? ' (it says something else)' : '';
    lines.push(`  The match that has it: ${existing}${content}`);
  }
  lines.push(...refusal.hints);
  const advice = adviceFor(refusal);
  if (advice !== null) lines.push(advice);
  if (refusal.requestId !== null) lines.push(`Request id: ${refusal.requestId}`);
  return `${lines.map(printable).join('\n')}\n`;
}

function adviceFor(refusal: Refusal): string | null {
  const named = (member: string) => listOf(refusal.document[member]).join(' or ') || 'another';
  if (refusal.status === 401) {
    // The service has said where the operator token is.
    const otherwise = refusal.credential === 'BANDEJA_KEY' ? ', or ask the operator for a new one' : '';
    return `Check ${refusal.credential} for a wrong paste${otherwise}.`;
  }
  switch (refusal.code) {
    case 'plan_forbidden':
      return `This needs the plan ${named('required_plans')}; the operator can change it (bandeja partners update).`;
    case 'insufficient_scope':
      return `Use a key with the scope ${named('required_scopes')}; the operator issues it (bandeja keys issue).`;
    case 'partner_suspended':
      return 'Ask the operator, who can lift it (bandeja partners update --resume).';
    case 'session_not_found':
      return 'bandeja sessions list shows your sessions.';
    case 'roster_not_found':
      return 'bandeja rosters list shows your rosters.';
    case 'route_not_found':
    case '':
      return 'Is BANDEJA_URL the address of a Bandeja service, without /v1?';
    default:
      return null;
  }
}
