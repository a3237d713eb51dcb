/** What the role of the signed-in person allows. */
import type { Api } from '@bandeja/client';
import { texts } from './language.ts';
import { useMe } from './me.ts';
import { neededRole } from './roles.ts';

type Plan = Api.OwnSignIn['partner']['plan'];
type Scope = Api.OwnSignIn['scopes'][number];

interface Need {
  readonly plans?: readonly Plan[];
  readonly scope: Scope;
}

/** A plan as people read it, such as “Pro”. */
export const planName = (plan: Plan): string => `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;

const paid = ['pro', 'enterprise'] as const;

export const needs = {
  writeMatches: { plans: paid, scope: 'write:matches' },
  writePlayers: { plans: paid, scope: 'write:players' },
  analysis: { plans: paid, scope: 'read:intelligence' },
  webhooks: { plans: paid, scope: 'manage:webhooks' },
  managePeople: { scope: 'manage:people' },
} as const satisfies Record<string, Need>;

const t = texts('console.shared.rights');

/** Whether the person may do something in this role; true on the pages of operators. */
export const useMay = ({ scope }: Need): boolean => useMe()?.scopes.includes(scope) ?? true;

/** Why the person may not do something; null if it is allowed. */
export function useForbidden(need: Need): string | null {
  const me = useMe();
  const isAllowed = useMay(need);
  const { plans, scope } = need;
  if (me !== undefined && plans !== undefined && !plans.includes(me.partner.plan))
    return t('plan', { plans: plans.map(planName).join(' / ') });
  return isAllowed ? null : neededRole([scope]);
}
