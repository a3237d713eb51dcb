import type { Scope } from '@bandeja/contract/account-enums';
import { Problem } from '@bandeja/contract/errors/problem';
import type { LinkActor, PartnerActor } from '../../context.ts';
import type { Access } from '../route.ts';

/** Access for routes that write matches. */
export const writingMatches = {
  kind: 'partner',
  plans: ['pro', 'enterprise'],
  scopes: ['write:matches'],
} as const satisfies Access;

/** Access for routes that read the partner's own matches: every plan, either scope. */
export const readingMatches = { kind: 'partner', scopes: ['write:matches', 'read:players'] } as const satisfies Access;

/** Access for routes that write players or rosters. */
export const writingPlayers = {
  kind: 'partner',
  plans: ['pro', 'enterprise'],
  scopes: ['write:players'],
} as const satisfies Access;

/** Access for routes that read players or rosters: every plan. */
export const readingPlayers = { kind: 'partner', scopes: ['read:players'] } as const satisfies Access;

/** Access for routes that change people. No key has the scope. Their data are outside both modes. */
export const managingPeople = {
  kind: 'partner',
  scopes: ['manage:people'],
  isOutsideModes: true,
} as const satisfies Access;

/** Access for the routes about one's own sign-in. */
export const signedIn = {
  kind: 'partner',
  callers: 'people',
  scopes: [],
  isOutsideModes: true,
} as const satisfies Access;

/**
 * Checks the mode, the plan and the scope of a key or a person, in this order.
 * @throws {Problem} `test_key_required`, `plan_forbidden`, `insufficient_scope`
 */
export function checkRights(access: Extract<Access, { kind: 'partner' }>, actor: PartnerActor): void {
  if (access.mode === 'test' && actor.mode !== 'test') throw new Problem('test_key_required');
  if (access.plans !== undefined && !access.plans.includes(actor.plan)) {
    const detail = `Your plan is ${actor.plan}. This needs ${access.plans.join(' or ')}.`;
    throw new Problem('plan_forbidden', detail, { extensions: { required_plans: access.plans } });
  }
  requireScope(access.scopes, actor);
  if (actor.kind === 'person' && access.personScope !== undefined) requireScope([access.personScope], actor);
}

/** @throws {Problem} `insufficient_scope` unless the actor has one of the scopes, or there are none */
function requireScope(scopes: readonly Scope[], actor: PartnerActor): void {
  const own: readonly Scope[] = actor.scopes;
  if (scopes.length === 0 || scopes.some((scope) => own.includes(scope))) return;
  const held = own.join(', ') || 'no scope';
  const has = actor.kind === 'key' ? `Your key has ${held}` : `Your role, ${actor.role}, has ${held}`;
  throw new Problem('insufficient_scope', `${has}. This needs ${scopes.join(' or ')}.`, {
    extensions: { required_scopes: scopes },
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` },
  });
}

/**
 * Checks the role and the court of a link to a night, in this order. A link to a match may do all that its routes do.
 * @param court the court in the path
 * @throws {Problem} `link_may_not_score`
 */
export function checkLinkRights(
  { writes = false }: Extract<Access, { kind: 'link' }>,
  link: LinkActor,
  court: string | undefined,
): void {
  if (!writes || link.to !== 'night') return;
  if (link.role !== 'score') throw new Problem('link_may_not_score', 'This link only shows the night.');
  if (link.court !== null && court !== String(link.court)) {
    throw new Problem('link_may_not_score', `This link enters the results of court ${link.court} only.`);
  }
}
