import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { deviceName, useMe } from '../../me.ts';
import { formatMoment } from '../../numbers.ts';
import { Form, FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { addPasskey } from '../sign-in/passkeys.ts';
import { canUsePasskeys } from '../sign-in/SignIn.tsx';

const t = texts('console.people.passkeys');

export function Passkeys({ passkeys }: { readonly passkeys: readonly Api.Passkey[] }) {
  if (passkeys.length === 0) return <p className="quiet">{t('none')}</p>;
  return (
    <>
      <table className="list">
        <tbody>
          {passkeys.map(({ id, name, host, last_used_at: used }) => (
            <tr key={id}>
              <td>
                <strong>{name ?? t('unnamed')}</strong>
                <br />
                <small className="quiet">
                  {used === null ? t('unused', { host }) : t('used', { host, time: formatMoment(used) })}
                </small>
              </td>
              <td className="end">
                <FormAction
                  title={t('remove')}
                  className="plain"
                  submit={t('remove')}
                  isDangerous
                  changes={['me', 'people']}
                  onSubmit={() => bandeja().passkeys.remove(id)}
                >
                  <p>{t('remove_note', { name: name ?? t('unnamed') })}</p>
                </FormAction>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet small">{t('lost')}</p>
    </>
  );
}

/** The passkeys of the signed-in person. */
export function OwnPasskeys({ passkeys }: { readonly passkeys: readonly Api.Passkey[] }) {
  return (
    <Tile title={t('title')}>
      <Passkeys passkeys={passkeys} />
      {canUsePasskeys && (
        <div className="actions">
          <FormAction
            title={t('add')}
            submit={t('add')}
            changes={['me']}
            onSubmit={(values) => addPasskey(textOf(values, 'name') ?? null)}
          >
            <p>{t('offer')}</p>
            <Field label={t('name')} name="name" maxLength={80} defaultValue={deviceName()} autoComplete="off" />
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
    <Tile title={t('add')}>
      <Form
        submit={t('add')}
        cancel={t('later')}
        changes={['me']}
        onSubmit={() => addPasskey(deviceName() ?? null)}
        onDone={close}
        onCancel={close}
      >
        <p>{t('offer')}</p>
      </Form>
    </Tile>
  );
}
