import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { service } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatDay, formatNumber } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Table } from '../../parts/Table.tsx';
import { planName } from '../../rights.ts';
import { Invite, type PeopleAccess, PersonTable } from '../people/PersonTable.tsx';
import { Keys } from './Keys.tsx';
import { type Plan, PlanSelect } from './Partners.tsx';

const t = texts('console.operator.partner');

const page = getRouteApi('/operator/partners/$id');
const MONTH_MS = 30 * 86_400_000;

export function Partner() {
  const { id } = page.useParams();
  const partner = useQuery({
    queryKey: ['partner', id],
    queryFn: ({ signal }) => service().partners.get(id, { signal }),
  });
  const { data } = partner;
  return (
    <Page
      title={data?.name ?? '…'}
      subtitle={data === undefined ? id : t('subtitle', { plan: planName(data.plan), day: formatDay(data.created_at) })}
      actions={data !== undefined && <PartnerActions partner={data} />}
    >
      <People partnerId={id} />
      <Keys partnerId={id} />
      <Usage partnerId={id} />
    </Page>
  );
}

function PartnerActions({ partner: { id, name, plan, suspended } }: { readonly partner: Api.Partner }) {
  return (
    <>
      <FormAction
        title={t('change')}
        changes={['partner']}
        onSubmit={(values) =>
          service().partners.update(id, { name: textOf(values, 'name'), plan: textOf(values, 'plan') as Plan })
        }
      >
        <Field label={t('name')} name="name" required maxLength={80} defaultValue={name} />
        <PlanSelect label={t('plan')} plan={plan} />
      </FormAction>
      <FormAction
        title={suspended ? t('resume') : t('suspend')}
        isDangerous={!suspended}
        changes={['partner']}
        onSubmit={() => service().partners.update(id, { suspended: !suspended })}
      >
        <p>{t(suspended ? 'resume_note' : 'suspend_note', { name })}</p>
      </FormAction>
    </>
  );
}

function People({ partnerId }: { readonly partnerId: string }) {
  const people = usePages<Api.Person>(['people', partnerId], (where) =>
    service().people.list(partnerId, { limit: 100, ...where }),
  );
  const access: PeopleAccess = {
    add: (person) => service().people.add(partnerId, person),
    invite: (id) => service().people.invite(id),
    remove: (id, options) => service().people.remove(id, options),
  };
  return (
    <Tile title={t('people')}>
      <div className="actions">
        <Invite access={access} suggested="manager" className="main" />
      </div>
      <PagedList query={people} empty={<Empty title={t('no_people')} hint={t('first_person')} />}>
        {(rows) => <PersonTable people={rows} access={access} />}
      </PagedList>
    </Tile>
  );
}

type Day = Pick<Api.Usage, 'day' | 'requests' | 'units' | 'matches_stored' | 'rate_limited'>;

/** The sums of all keys, newest day first. */
function byDay(rows: readonly Api.Usage[]): readonly Day[] {
  const days = new Map<string, Day>();
  for (const { day, requests, units, matches_stored: stored, rate_limited: limited } of rows) {
    const sum = days.get(day);
    days.set(day, {
      day,
      requests: requests + (sum?.requests ?? 0),
      units: units + (sum?.units ?? 0),
      matches_stored: stored + (sum?.matches_stored ?? 0),
      rate_limited: limited + (sum?.rate_limited ?? 0),
    });
  }
  return [...days.values()].toReversed();
}

function Usage({ partnerId }: { readonly partnerId: string }) {
  const from = new Date(Date.now() - MONTH_MS).toISOString().slice(0, 10);
  const usage = usePages<Api.Usage>(['usage', partnerId, from], (where) =>
    service().usage.list({ partner_id: partnerId, from, limit: 100, ...where }),
  );
  return (
    <Tile title={t('usage')}>
      <PagedList query={usage} empty={<Empty title={t('no_usage')} />}>
        {(rows) => (
          <Table
            columns={[
              t('day'),
              [t('requests'), 'number'],
              [t('units'), 'number'],
              [t('stored'), 'number wide'],
              [t('limited'), 'number wide'],
            ]}
          >
            {byDay(rows).map((row) => (
              <tr key={row.day}>
                {/* A day, not the instant at which it begins in UTC. */}
                <td>{formatDay(`${row.day}T12:00`)}</td>
                <td className="number">{formatNumber(row.requests)}</td>
                <td className="number">{formatNumber(row.units)}</td>
                <td className="number wide">{formatNumber(row.matches_stored)}</td>
                <td className="number wide">{formatNumber(row.rate_limited)}</td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </Tile>
  );
}
