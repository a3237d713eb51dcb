import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { service } from '../../api.ts';
import { fill, texts } from '../../language.ts';
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

const t = texts({
  change: ['Change', 'Cambiar', 'Alterar'],
  name: ['Name', 'Nombre', 'Nome'],
  plan: ['Plan', 'Plan', 'Plano'],
  suspend: ['Suspend', 'Suspender', 'Suspender'],
  resume: ['Resume', 'Reactivar', 'Reativar'],
  suspendNote: [
    'The people and keys of {name} are refused from now on. Nothing is removed.',
    'Desde ahora se rechazan las personas y las claves de {name}. No se borra nada.',
    'A partir de agora as pessoas e as chaves de {name} são recusadas. Nada é apagado.',
  ],
  resumeNote: [
    'The people and keys of {name} are let in again.',
    'Las personas y las claves de {name} vuelven a entrar.',
    'As pessoas e as chaves de {name} voltam a entrar.',
  ],
  subtitle: ['{plan} plan, since {day}', 'Plan {plan}, desde {day}', 'Plano {plan}, desde {day}'],
  people: ['People', 'Personas', 'Pessoas'],
  noPeople: ['No people yet', 'Aún no hay personas', 'Ainda não há pessoas'],
  firstPerson: [
    'Invite the first manager, who invites the others.',
    'Invita a quien gestione el club: después invita a los demás.',
    'Convide quem gere o clube: depois convida os outros.',
  ],
  usage: ['Usage by day', 'Uso por día', 'Utilização por dia'],
  day: ['Day', 'Día', 'Dia'],
  requests: ['Requests', 'Peticiones', 'Pedidos'],
  units: ['Units', 'Unidades', 'Unidades'],
  stored: ['Matches stored', 'Partidos guardados', 'Encontros guardados'],
  limited: ['Limited', 'Limitadas', 'Limitados'],
  noUsage: [
    'No requests in the last 30 days',
    'Sin peticiones en los últimos 30 días',
    'Sem pedidos nos últimos 30 dias',
  ],
});

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
      subtitle={
        data === undefined ? id : fill(t.subtitle, { plan: planName(data.plan), day: formatDay(data.created_at) })
      }
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
        title={t.change}
        changes={['partner']}
        onSubmit={(values) =>
          service().partners.update(id, { name: textOf(values, 'name'), plan: textOf(values, 'plan') as Plan })
        }
      >
        <Field label={t.name} name="name" required maxLength={80} defaultValue={name} />
        <PlanSelect label={t.plan} plan={plan} />
      </FormAction>
      <FormAction
        title={suspended ? t.resume : t.suspend}
        isDangerous={!suspended}
        changes={['partner']}
        onSubmit={() => service().partners.update(id, { suspended: !suspended })}
      >
        <p>{fill(suspended ? t.resumeNote : t.suspendNote, { name })}</p>
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
    <Tile title={t.people}>
      <div className="actions">
        <Invite access={access} suggested="manager" className="main" />
      </div>
      <PagedList query={people} empty={<Empty title={t.noPeople} hint={t.firstPerson} />}>
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
    <Tile title={t.usage}>
      <PagedList query={usage} empty={<Empty title={t.noUsage} />}>
        {(rows) => (
          <Table
            columns={[
              t.day,
              [t.requests, 'number'],
              [t.units, 'number'],
              [t.stored, 'number wide'],
              [t.limited, 'number wide'],
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
