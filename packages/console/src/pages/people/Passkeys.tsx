import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { deviceName, useMe } from '../../me.ts';
import { formatMoment } from '../../numbers.ts';
import { Form, FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { addPasskey } from '../sign-in/passkeys.ts';
import { canUsePasskeys } from '../sign-in/SignIn.tsx';

const t = texts({
  title: ['Passkeys', 'Llaves de acceso', 'Chaves de acesso'],
  none: ['No passkeys', 'Sin llaves de acceso', 'Sem chaves de acesso'],
  unnamed: ['Passkey without a name', 'Llave de acceso sin nombre', 'Chave de acesso sem nome'],
  unused: ['{host} · not used yet', '{host} · sin usar', '{host} · ainda não usada'],
  used: ['{host} · used {time}', '{host} · usada {time}', '{host} · usada {time}'],
  remove: ['Remove the passkey', 'Quitar la llave de acceso', 'Remover a chave de acesso'],
  removeNote: [
    '{name} no longer signs in. Devices that are signed in stay so.',
    '{name} ya no servirá para entrar. Las sesiones abiertas siguen abiertas.',
    '{name} deixa de servir para entrar. As sessões abertas continuam abertas.',
  ],
  lost: [
    'A lost phone? Sign it out, and remove its passkey: it could sign in again with it.',
    '¿Un móvil perdido? Cierra su sesión y quita su llave de acceso: con ella podría volver a entrar.',
    'Um telemóvel perdido? Termine a sessão e remova a chave de acesso: com ela poderia voltar a entrar.',
  ],
  add: ['Add a passkey', 'Añadir una llave de acceso', 'Adicionar uma chave de acesso'],
  name: ['Name', 'Nombre', 'Nome'],
  later: ['Not now', 'Ahora no', 'Agora não'],
  offer: [
    'Next time, sign in with your face, your finger or your PIN instead of an invitation.',
    'La próxima vez, entra con la cara, el dedo o el PIN en lugar de una invitación.',
    'Da próxima vez, entre com o rosto, o dedo ou o PIN em vez de um convite.',
  ],
});

export function Passkeys({ passkeys }: { readonly passkeys: readonly Api.Passkey[] }) {
  if (passkeys.length === 0) return <p className="quiet">{t.none}</p>;
  return (
    <>
      <table className="list">
        <tbody>
          {passkeys.map(({ id, name, host, last_used_at: used }) => (
            <tr key={id}>
              <td>
                <strong>{name ?? t.unnamed}</strong>
                <br />
                <small className="quiet">
                  {used === null ? fill(t.unused, { host }) : fill(t.used, { host, time: formatMoment(used) })}
                </small>
              </td>
              <td className="end">
                <FormAction
                  title={t.remove}
                  className="plain"
                  submit={t.remove}
                  isDangerous
                  changes={['me', 'people']}
                  onSubmit={() => bandeja().passkeys.remove(id)}
                >
                  <p>{fill(t.removeNote, { name: name ?? t.unnamed })}</p>
                </FormAction>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet small">{t.lost}</p>
    </>
  );
}

/** The passkeys of the signed-in person. */
export function OwnPasskeys({ passkeys }: { readonly passkeys: readonly Api.Passkey[] }) {
  return (
    <Tile title={t.title}>
      <Passkeys passkeys={passkeys} />
      {canUsePasskeys && (
        <div className="actions">
          <FormAction
            title={t.add}
            submit={t.add}
            changes={['me']}
            onSubmit={(values) => addPasskey(textOf(values, 'name') ?? null)}
          >
            <p>{t.offer}</p>
            <Field label={t.name} name="name" maxLength={80} defaultValue={deviceName()} autoComplete="off" />
          </FormAction>
        </div>
      )}
    </Tile>
  );
}

/** Kept on this device once the offer was answered. */
const OFFERED = 'bandeja.passkey-offered';

/** Offers a passkey after the first sign-in, once on each device. */
export function PasskeyOffer() {
  const me = useMe();
  const [isOver, setOver] = useState(() => localStorage.getItem(OFFERED) !== null);
  const hasOne = me?.person.passkeys.some(({ host }) => host === location.hostname) ?? true;
  if (!canUsePasskeys || isOver || hasOne) return null;
  const close = () => {
    localStorage.setItem(OFFERED, 'yes');
    setOver(true);
  };
  return (
    <Tile title={t.add}>
      <Form
        submit={t.add}
        cancel={t.later}
        changes={['me']}
        onSubmit={() => addPasskey(deviceName() ?? null)}
        onDone={close}
        onCancel={close}
      >
        <p>{t.offer}</p>
      </Form>
    </Tile>
  );
}
