import type { Api } from '@bandeja/client';
import { service } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatDay, formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check, Field, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Tile } from '../../parts/Page.tsx';
import { Secret } from '../../parts/Sheet.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts('console.operator.keys');

const SCOPES = ['write:matches', 'read:players', 'read:intelligence', 'write:players', 'manage:webhooks'] as const;

export function Keys({ partnerId }: { readonly partnerId: string }) {
  const keys = usePages<Api.Key>(['keys', partnerId], (where) =>
    service().keys.list(partnerId, { limit: 100, ...where }),
  );
  return (
    <Tile title={t('keys')}>
      <div className="actions">
        <FormAction
          title={t('issue')}
          changes={['keys']}
          onSubmit={(values) =>
            service().keys.issue(partnerId, {
              name: textOf(values, 'name'),
              scopes: SCOPES.filter((scope) => values.has(scope)),
              mode: values.has('test') ? 'test' : 'live',
            })
          }
          result={({ key }, close) => <Secret label={t('key')} value={key} onDone={close} />}
        >
          <Field label={t('name')} name="name" maxLength={80} autoFocus />
          <fieldset>
            <legend>{t('scopes')}</legend>
            {SCOPES.map((scope) => (
              <Check key={scope} label={scope} name={scope} defaultChecked={scope !== 'manage:webhooks'} />
            ))}
          </fieldset>
          <Check label={t('test')} name="test" />
        </FormAction>
      </div>
      <PagedList query={keys} empty={<Empty title={t('empty')} />}>
        {(rows) => (
          <Table>
            {rows.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </Table>
        )}
      </PagedList>
    </Tile>
  );
}

function KeyRow({
  apiKey: { id, name, mode, scopes, created_at: created, last_used_at: used, expires_at: expires },
}: {
  readonly apiKey: Api.Key;
}) {
  return (
    <tr>
      <td>
        <strong>{name ?? t('unnamed')}</strong> <span className="chip">{mode}</span>
        <br />
        <small className="quiet">
          {t('issued', { day: formatMoment(created) })} ·{' '}
          {used === null ? t('never_used') : t('used', { time: formatMoment(used) })}
          {expires !== null && `, ${t('expires', { day: formatDay(expires) })}`}
        </small>
      </td>
      <td className="wide small">{scopes.join(', ')}</td>
      <td className="end">
        <FormAction
          title={t('rotate')}
          className="plain"
          changes={['keys']}
          onSubmit={() => service().keys.rotate(id)}
          result={({ key }, close) => <Secret label={t('key')} value={key} onDone={close} />}
        >
          <p>{t('rotate_note')}</p>
        </FormAction>
        <FormAction
          title={t('revoke')}
          className="plain"
          isDangerous
          changes={['keys']}
          onSubmit={() => service().keys.revoke(id)}
        >
          <p>{t('revoke_note', { name: name ?? t('unnamed'), day: formatMoment(created) })}</p>
        </FormAction>
      </td>
    </tr>
  );
}
