import type { Api } from '@bandeja/client';
import { service } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatDay, formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check, Field, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Tile } from '../../parts/Page.tsx';
import { Secret } from '../../parts/Sheet.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts({
  keys: ['Keys', 'Claves', 'Chaves'],
  issue: ['Issue a key', 'Emitir una clave', 'Emitir uma chave'],
  name: [
    'Name, such as the program that uses it',
    'Nombre, por ejemplo el programa que la usa',
    'Nome, por exemplo o programa que a usa',
  ],
  scopes: ['Scopes', 'Permisos', 'Permissões'],
  test: [
    'Test key: it sees only the sandbox',
    'Clave de prueba: solo ve el sandbox',
    'Chave de teste: só vê o sandbox',
  ],
  key: ['The new key', 'La nueva clave', 'A nova chave'],
  empty: ['No keys', 'No hay claves', 'Não há chaves'],
  unnamed: ['Without a name', 'Sin nombre', 'Sem nome'],
  issued: ['Issued {day}', 'Emitida {day}', 'Emitida {day}'],
  used: ['Used {time}', 'Usada {time}', 'Usada {time}'],
  neverUsed: ['Never used', 'Nunca usada', 'Nunca usada'],
  expires: ['expires {day}', 'caduca {day}', 'expira {day}'],
  rotate: ['Rotate', 'Rotar', 'Renovar'],
  rotateNote: [
    'A new key with the same rights. The old one works for another day.',
    'Una clave nueva con los mismos permisos. La antigua funciona un día más.',
    'Uma chave nova com as mesmas permissões. A antiga funciona mais um dia.',
  ],
  revoke: ['Revoke', 'Revocar', 'Revogar'],
  revokeNote: [
    '“{name}” of {day}: programs that use this key are refused from now on.',
    '«{name}» del {day}: los programas que usan esta clave se rechazan desde ahora.',
    '«{name}» de {day}: os programas que usam esta chave são recusados a partir de agora.',
  ],
});

const SCOPES = ['write:matches', 'read:players', 'read:intelligence', 'write:players', 'manage:webhooks'] as const;

export function Keys({ partnerId }: { readonly partnerId: string }) {
  const keys = usePages<Api.Key>(['keys', partnerId], (where) =>
    service().keys.list(partnerId, { limit: 100, ...where }),
  );
  return (
    <Tile title={t.keys}>
      <div className="actions">
        <FormAction
          title={t.issue}
          changes={['keys']}
          onSubmit={(values) =>
            service().keys.issue(partnerId, {
              name: textOf(values, 'name'),
              scopes: SCOPES.filter((scope) => values.has(scope)),
              mode: values.has('test') ? 'test' : 'live',
            })
          }
          result={({ key }, close) => <Secret label={t.key} value={key} onDone={close} />}
        >
          <Field label={t.name} name="name" maxLength={80} autoFocus />
          <fieldset>
            <legend>{t.scopes}</legend>
            {SCOPES.map((scope) => (
              <Check key={scope} label={scope} name={scope} defaultChecked={scope !== 'manage:webhooks'} />
            ))}
          </fieldset>
          <Check label={t.test} name="test" />
        </FormAction>
      </div>
      <PagedList query={keys} empty={<Empty title={t.empty} />}>
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
        <strong>{name ?? t.unnamed}</strong> <span className="chip">{mode}</span>
        <br />
        <small className="quiet">
          {fill(t.issued, { day: formatMoment(created) })} ·{' '}
          {used === null ? t.neverUsed : fill(t.used, { time: formatMoment(used) })}
          {expires !== null && `, ${fill(t.expires, { day: formatDay(expires) })}`}
        </small>
      </td>
      <td className="wide small">{scopes.join(', ')}</td>
      <td className="end">
        <FormAction
          title={t.rotate}
          className="plain"
          changes={['keys']}
          onSubmit={() => service().keys.rotate(id)}
          result={({ key }, close) => <Secret label={t.key} value={key} onDone={close} />}
        >
          <p>{t.rotateNote}</p>
        </FormAction>
        <FormAction
          title={t.revoke}
          className="plain"
          isDangerous
          changes={['keys']}
          onSubmit={() => service().keys.revoke(id)}
        >
          <p>{fill(t.revokeNote, { name: name ?? t.unnamed, day: formatMoment(created) })}</p>
        </FormAction>
      </td>
    </tr>
  );
}
