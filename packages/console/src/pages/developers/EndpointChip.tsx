import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';

const t = texts('console.developers.endpoint_chip');

export function EndpointChip({ endpoint }: { readonly endpoint: Api.WebhookEndpoint }) {
  const { enabled, disabled_reason: reason, failing_since: failing } = endpoint;
  if (enabled)
    return (
      <span className={failing === null ? 'chip good' : 'chip bad'}>
        {failing === null ? t('working') : t('failing')}
      </span>
    );
  const label = reason === 'gone' ? t('gone') : reason === 'failing' ? t('disabled') : t('requested');
  return <span className="chip bad">{label}</span>;
}
