import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty } from '../../parts/Page.tsx';
import { Secret } from '../../parts/Sheet.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { EndpointChip } from './EndpointChip.tsx';

const t = texts('console.developers.endpoints');

export function Endpoints() {
  const endpoints = usePages<Api.WebhookEndpoint>(['endpoints'], (where) =>
    bandeja().webhooks.list({ limit: 50, ...where }),
  );
  return (
    <>
      <div className="actions">
        <FormAction
          title={t('add')}
          className="main"
          forbidden={useForbidden(needs.webhooks)}
          changes={['endpoints']}
          onSubmit={(values) => bandeja().webhooks.create({ url: textOf(values, 'url') ?? '' })}
          result={({ secret }, close) => <Secret label={t('secret')} value={secret} onDone={close} />}
        >
          <Field
            label={t('url')}
            name="url"
            type="url"
            required
            hint={t('url_hint')}
            placeholder="https://"
            autoFocus
          />
        </FormAction>
      </div>
      <PagedList query={endpoints} empty={<Empty title={t('empty')} hint={t('first')} />}>
        {(rows) => (
          <ul className="cards">
            {rows.map((endpoint) => (
              <li key={endpoint.id}>
                <Link className="row" to="/developers" search={{ tab: 'webhooks', endpoint: endpoint.id }}>
                  <strong>{endpoint.url}</strong>
                  <span className="small quiet">
                    <EndpointChip endpoint={endpoint} />{' '}
                    {endpoint.last_delivered_at === null
                      ? t('never')
                      : t('delivered', { time: formatMoment(endpoint.last_delivered_at) })}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
