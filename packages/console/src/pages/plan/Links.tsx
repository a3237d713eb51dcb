import type { Api } from '@bandeja/client';
import { useRef } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { NewAddresses } from '../../parts/NewAddress.tsx';
import { Empty } from '../../parts/Page.tsx';
import { Table } from '../../parts/Table.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { ShortCode } from './ShortCode.tsx';

const t = texts('console.plan.links');

const HOURS = [4, 12, 24, 72, 168] as const;
const HOURS_DEFAULT = 12;

/** Links to the night for phones and screens. */
export function Links({ plan }: { readonly plan: Api.Plan }) {
  const ref = plan.session_external_ref;
  const links = usePages<Api.NightLink>(['links', ref], (where) => bandeja().links.list(ref, { limit: 50, ...where }));
  return (
    <>
      <div className="title-line">
        <p className="quiet">{t('intro')}</p>
        <div className="actions">
          <MakeScreenLink plan={plan} />
          <MakeLink plan={plan} />
        </div>
      </div>
      <PagedList query={links} empty={<Empty title={t('none')} hint={t('first')} />}>
        {(rows) => (
          <Table columns={[t('link'), [t('used'), 'wide'], [t('withdraw'), 'hidden']]}>
            {rows.map((link) => (
              <LinkRow key={link.id} link={link} />
            ))}
          </Table>
        )}
      </PagedList>
    </>
  );
}

const describe = ({ role, court }: Pick<Api.NightLink, 'role' | 'court'>): string =>
  [t(role), court === null ? null : t('one', { n: court })].filter((part) => part !== null).join(' · ');

function LinkRow({ link }: { readonly link: Api.NightLink }) {
  const forbidden = useForbidden(needs.writeMatches);
  const isOver = link.withdrawn_at !== null || Date.parse(link.expires_at) < Date.now();
  return (
    <tr>
      <td>
        <span className="person">
          <strong>{link.label ?? describe(link)}</strong>
          <small className="quiet">
            {link.label !== null && `${describe(link)} · `}
            {t('until', { when: formatMoment(link.expires_at) })} · {t(link.private_players)}
          </small>
        </span>
      </td>
      <td className="wide">{link.last_used_at === null ? t('never') : formatMoment(link.last_used_at)}</td>
      <td className="end">
        {isOver ? (
          <span className="chip">{t('ended')}</span>
        ) : forbidden === null ? (
          <FormAction
            title={t('withdraw')}
            className="plain"
            isDangerous
            changes={['links']}
            onSubmit={() => bandeja().links.withdraw(link.id)}
          >
            <p>{t('withdraw_note')}</p>
          </FormAction>
        ) : null}
      </td>
    </tr>
  );
}

const showLinks = (links: readonly Api.IssuedNightLink[], close: () => void) => (
  <NewAddresses
    note={t('once')}
    addresses={links.map((link) => ({ name: link.label ?? describe(link), url: link.url }))}
    onDone={close}
  >
    <button type="button" onClick={() => window.print()}>
      {t('print')}
    </button>
  </NewAddresses>
);

/** A screen needs a link that does not end when the night is closed. */
function MakeScreenLink({ plan }: { readonly plan: Api.Plan }) {
  return (
    <FormAction
      title={t('screen')}
      submit={t('create')}
      forbidden={useForbidden(needs.writeMatches)}
      changes={['links']}
      onSubmit={() =>
        bandeja().links.create(plan.session_external_ref, { role: 'view', label: t('screen'), short_code: true })
      }
      result={(link, close) => (
        <>
          {link.short_code !== null && <ShortCode code={link.short_code} />}
          {showLinks([link], close)}
        </>
      )}
    >
      <p>{t('screen_note')}</p>
    </FormAction>
  );
}

function MakeLink({ plan }: { readonly plan: Api.Plan }) {
  const courts = Array.from({ length: plan.courts }, (_, index) => index + 1);
  // After a fault, links that were made are not made again.
  const made = useRef<Api.IssuedNightLink[]>([]);
  async function make(values: FormData): Promise<Api.IssuedNightLink[]> {
    const court = textOf(values, 'court');
    // Closing the sheet starts another list; this one is still shown.
    const links = made.current;
    const role = values.get('role') === 'view' ? 'view' : 'score';
    for (const one of court === 'each' ? courts : [court === undefined ? null : Number(court)]) {
      if (links.some((link) => link.court === one && link.role === role)) continue;
      links.push(
        await bandeja().links.create(plan.session_external_ref, {
          role,
          court: one,
          expires_in_hours: Number(values.get('hours')),
          private_players: textOf(values, 'private') as Api.NightLink['private_players'],
          label: textOf(values, 'label'),
        }),
      );
    }
    return links;
  }
  return (
    <FormAction
      title={t('make')}
      className="main"
      submit={t('create')}
      forbidden={useForbidden(needs.writeMatches)}
      changes={['links']}
      onSubmit={make}
      onClose={() => {
        made.current = [];
      }}
      result={showLinks}
    >
      <Select label={t('role')} name="role" autoFocus defaultValue={plan.state === 'closed' ? 'view' : 'score'}>
        {plan.state !== 'closed' && <option value="score">{t('score')}</option>}
        <option value="view">{t('view')}</option>
      </Select>
      <Select label={t('court')} name="court">
        <option value="">{t('all')}</option>
        <option value="each">{t('each')}</option>
        {courts.map((n) => (
          <option key={n} value={n}>
            {t('one', { n })}
          </option>
        ))}
      </Select>
      <Select label={t('hours')} name="hours" defaultValue={HOURS_DEFAULT}>
        {HOURS.map((n) => (
          <option key={n} value={n}>
            {t('hours_value', { n })}
          </option>
        ))}
      </Select>
      <Select label={t('private')} name="private">
        {(['first_name', 'display_name', 'hidden'] as const).map((way) => (
          <option key={way} value={way}>
            {t(way)}
          </option>
        ))}
      </Select>
      <Field label={t('label')} name="label" maxLength={80} autoComplete="off" />
    </FormAction>
  );
}
