import type { Api } from '@bandeja/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { Action, FormAction } from '../../parts/Action.tsx';
import { Code } from '../../parts/Code.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Tile } from '../../parts/Page.tsx';
import { Secret } from '../../parts/Sheet.tsx';
import { Table } from '../../parts/Table.tsx';
import { EndpointChip } from './EndpointChip.tsx';

const t = texts('console.developers.endpoint');

export function Endpoint({ id }: { readonly id: string }) {
  const endpoint = useQuery({
    queryKey: ['endpoint', id],
    queryFn: ({ signal }) => bandeja().webhooks.get(id, { signal }),
  });
  return (
    <>
      <p>
        <Link to="/developers" search={{ tab: 'webhooks' }}>
          ← {t('all')}
        </Link>
      </p>
      <Loaded query={endpoint}>
        {(data) => (
          <Tile title={data.url} note={<EndpointChip endpoint={data} />}>
            <EndpointActions endpoint={data} />
          </Tile>
        )}
      </Loaded>
      <Deliveries id={id} />
    </>
  );
}

function EndpointActions({ endpoint: { id, enabled } }: { readonly endpoint: Api.WebhookEndpoint }) {
  const navigate = useNavigate();
  const test = useMutation({ mutationFn: () => bandeja().webhooks.test(id) });
  const toggle = enabled ? t('disable') : t('enable');
  return (
    <>
      <div className="actions">
        <Action disabled={test.isPending} onClick={() => test.mutate()}>
          {t('test')}
        </Action>
        <FormAction title={t('replay')} changes={['deliveries']} onSubmit={(values) => replaySince(id, values)}>
          <Field label={t('since')} name="since" type="datetime-local" required />
        </FormAction>
        <FormAction
          title={toggle}
          changes={['endpoint']}
          onSubmit={() => bandeja().webhooks.update(id, { enabled: !enabled })}
        >
          <p>{t('switch_note')}</p>
        </FormAction>
        <FormAction
          title={t('rotate')}
          changes={[]}
          onSubmit={() => bandeja().webhooks.rotateSecret(id)}
          result={({ secret }, close) => <Secret label={t('secret')} value={secret} onDone={close} />}
        >
          <p>{t('rotate_note')}</p>
        </FormAction>
        <FormAction
          title={t('delete')}
          className="danger"
          isDangerous
          changes={[]}
          onSubmit={() => bandeja().webhooks.delete(id)}
          onDone={() => void navigate({ to: '/developers', search: { tab: 'webhooks' } })}
        >
          <p>{t('delete_note')}</p>
        </FormAction>
      </div>
      {test.error !== null && <Fault error={test.error} />}
      {test.data !== undefined && (
        <p role="status" className={test.data.delivered ? 'good' : 'bad'}>
          {test.data.delivered
            ? t('tested', { ms: test.data.duration_ms })
            : t('not_tested', { error: String(test.data.status_code ?? test.data.error ?? '') })}
        </p>
      )}
    </>
  );
}

const replaySince = (id: string, values: FormData) =>
  bandeja().webhooks.replay(id, { since: new Date(textOf(values, 'since') ?? '').toISOString() });

function Deliveries({ id }: { readonly id: string }) {
  const deliveries = usePages<Api.WebhookDelivery>(
    ['deliveries', id],
    (where) => bandeja().webhooks.deliveries(id, { limit: 50, ...where }),
    { refetchInterval: 5_000 },
  );
  return (
    <>
      <h2>{t('deliveries')}</h2>
      <PagedList query={deliveries} empty={<Empty title={t('empty')} />}>
        {(rows) => (
          <Table columns={[t('time'), t('event'), t('answer'), [t('again'), 'hidden']]}>
            {rows.map((delivery) => (
              <tr key={delivery.id}>
                <td className="when">{formatMoment(delivery.at)}</td>
                <td>
                  <Code>{delivery.event_type}</Code>
                </td>
                <td>
                  <span className={delivery.delivered ? 'chip good' : 'chip bad'}>
                    {delivery.status_code ?? delivery.error}
                  </span>{' '}
                  <small className="quiet">{t('attempt', { n: delivery.attempt, ms: delivery.duration_ms })}</small>
                </td>
                <td className="end">
                  <FormAction
                    title={t('again')}
                    className="plain"
                    changes={['deliveries']}
                    onSubmit={() => bandeja().webhooks.replay(id, { event_ids: [delivery.event_id] })}
                  >
                    <p>
                      <code>{delivery.event_id}</code>
                    </p>
                  </FormAction>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </>
  );
}
