/** What the key of this tab allows. */
import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { bandeja } from './api.ts';
import { credential } from './credential.ts';
import { fill, texts } from './language.ts';

type Plan = Api.OwnKey['plan'];
type Scope = Api.OwnKey['scopes'][number];

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
} as const satisfies Record<string, Need>;

const t = texts({
  scope: [
    'Needs a key with the scope {scope}',
    'Necesita una clave con el permiso {scope}',
    'Precisa de uma chave com a permissão {scope}',
  ],
  plan: ['Needs the plan {plans}', 'Necesita el plan {plans}', 'Precisa do plano {plans}'],
});

export function useOwnKey() {
  return useQuery({
    queryKey: ['key'],
    queryFn: ({ signal }) => bandeja().service.key({ signal }),
    enabled: credential?.kind === 'key',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Why the key may not do something; null if it may, or while this is not known. */
export function useForbidden({ plans, scope }: Need): string | null {
  const { data: key } = useOwnKey();
  if (key === undefined) return null;
  if (plans !== undefined && !plans.includes(key.plan)) return fill(t.plan, { plans: plans.map(planName).join(' / ') });
  return key.scopes.includes(scope) ? null : fill(t.scope, { scope });
}
