import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { bandeja, rateLimit } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment, formatNumber } from '../../numbers.ts';
import { Form, FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { Figures } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page, Tile } from '../../parts/Page.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Endpoint } from './Endpoint.tsx';
import { Endpoints } from './Endpoints.tsx';
import { EventFeed } from './EventFeed.tsx';

const t = texts('console.developers.developers');

const page = getRouteApi('/developers');
const DAY_SECONDS = 86_400;

export function Developers() {
  const { tab = 'events', endpoint } = page.useSearch();
  const { data: limit = null } = useQuery({ queryKey: ['limit'], queryFn: rateLimit, refetchInterval: 5_000 });
  const link = (name?: string) => ({ to: '/developers', search: { tab: name } }) as const;
  return (
    <Page
      title={t('title')}
      {...(limit !== null && {
        subtitle: t('limit', { remaining: limit.remaining, limit: limit.limit }),
      })}
    >
      <Tabs
        label={t('parts')}
        tabs={[
          { label: t('events'), link: link(), isActive: tab === 'events' },
          { label: t('webhooks'), link: link('webhooks'), isActive: tab === 'webhooks' },
          { label: t('sandbox'), link: link('sandbox'), isActive: tab === 'sandbox' },
        ]}
      />
      {tab === 'events' && <EventFeed />}
      {tab === 'webhooks' && (endpoint === undefined ? <Endpoints /> : <Endpoint id={endpoint} />)}
      {tab === 'sandbox' && <Sandbox />}
    </Page>
  );
}

function Sandbox() {
  const sandbox = useQuery({ queryKey: ['sandbox'], queryFn: ({ signal }) => bandeja().sandbox.get({ signal }) });
  return (
    <Loaded query={sandbox}>
      {({ now, players, matches, rosters }) => (
        <>
          <Figures
            figures={[
              [t('players'), formatNumber(players)],
              [t('matches'), formatNumber(matches)],
              [t('rosters'), formatNumber(rosters)],
            ]}
          />
          <div className="tiles">
            <Tile title={t('clock')} note={formatMoment(now)}>
              <Form
                submit={t('move')}
                changes={['sandbox']}
                onSubmit={(values) => bandeja().sandbox.advanceClock(Number(textOf(values, 'days')) * DAY_SECONDS)}
              >
                <p className="quiet">{t('clock_note')}</p>
                <Field label={t('days')} name="days" type="number" min={1} max={365} defaultValue={7} required />
              </Form>
            </Tile>
            <Tile title={t('clear')}>
              <p className="quiet">{t('clear_note')}</p>
              <FormAction
                title={t('clear')}
                className="danger"
                isDangerous
                changes={['sandbox']}
                onSubmit={() => bandeja().sandbox.clear()}
              >
                <p>{t('clear_note')}</p>
              </FormAction>
            </Tile>
          </div>
        </>
      )}
    </Loaded>
  );
}
