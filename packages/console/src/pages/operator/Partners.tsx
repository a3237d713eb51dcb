import type { Api } from '@bandeja/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { service } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatDay } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { Table } from '../../parts/Table.tsx';
import { planName } from '../../rights.ts';

const t = texts('console.operator.partners');

const PLANS = ['starter', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export function PlanSelect({ label, plan }: { readonly label: string; readonly plan: Plan }) {
  return (
    <Select label={label} name="plan" defaultValue={plan}>
      {PLANS.map((name) => (
        <option key={name} value={name}>
          {planName(name)}
        </option>
      ))}
    </Select>
  );
}

export function Partners() {
  const partners = usePages<Api.Partner>(['partners'], (where) => service().partners.list({ limit: 100, ...where }));
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={<NewPartner />}>
      <PagedList
        query={partners}
        empty={
          <Empty title={t('empty')} hint={t('first')}>
            <NewPartner />
          </Empty>
        }
      >
        {(rows) => (
          <Table columns={[t('name'), t('plan'), [t('created'), 'wide number']]}>
            {rows.map((partner) => (
              <tr key={partner.id}>
                <td>
                  <span className="person">
                    <Link to="/operator/partners/$id" params={{ id: partner.id }}>
                      {partner.name}
                    </Link>
                    {partner.suspended && <span className="chip bad">{t('suspended')}</span>}
                  </span>
                </td>
                <td>{planName(partner.plan)}</td>
                <td className="wide number">{formatDay(partner.created_at)}</td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

function NewPartner() {
  const navigate = useNavigate();
  return (
    <FormAction
      title={t('create')}
      className="main"
      changes={[]}
      onSubmit={(values) =>
        service().partners.create({ name: textOf(values, 'name') ?? '', plan: textOf(values, 'plan') as Plan })
      }
      onDone={({ id }) => void navigate({ to: '/operator/partners/$id', params: { id } })}
    >
      <Field label={t('name')} name="name" required maxLength={80} autoFocus />
      <PlanSelect label={t('plan')} plan="pro" />
    </FormAction>
  );
}
