import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { meQuery } from '../../me.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { LoopbackWarning, NewAddress } from '../../parts/NewAddress.tsx';
import { Page, Tile } from '../../parts/Page.tsx';
import { OwnPasskeys } from './Passkeys.tsx';
import { Devices, nameOfDevice, SignItOut } from './WaysIn.tsx';

const t = texts('console.people.own_devices');

/** How often the page looks whether the other device came in. */
const POLL_MS = 2_000;

/** The devices of the signed-in person. */
export function OwnDevices() {
  const me = useQuery(meQuery);
  return (
    <Page title={t('title')}>
      <Loaded query={me}>
        {({ id, person }) => (
          <>
            <Tile title={t('signed_in')}>
              <Devices signIns={person.sign_ins} ownId={id} />
              <div className="actions">
                <FormAction
                  title={t('add')}
                  submit={t('show')}
                  changes={[]}
                  onSubmit={() => bandeja().signIns.inviteOwnDevice()}
                  result={(invitation, close) => (
                    <OtherDevice invitation={invitation} known={person.sign_ins} onDone={close} />
                  )}
                >
                  <p>{t('note')}</p>
                </FormAction>
              </div>
            </Tile>
            <OwnPasskeys passkeys={person.passkeys} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface OtherDeviceProps {
  readonly invitation: Api.IssuedInvitation;
  readonly known: readonly Api.SignIn[];
  readonly onDone: () => void;
}

/** The code for another device, until one comes in: if somebody else scanned it, it can be signed out at once. */
function OtherDevice({ invitation: { url }, known, onDone }: OtherDeviceProps) {
  const [before] = useState(() => new Set(known.map(({ id }) => id)));
  const { data: me } = useQuery({ ...meQuery, refetchInterval: POLL_MS });
  const cameIn = me?.person.sign_ins.find(({ id }) => !before.has(id));
  return (
    <div className="new-links">
      {cameIn === undefined ? (
        <>
          <p>{t('scan')}</p>
          <LoopbackWarning urls={[url]} />
          <NewAddress url={url} name={t('own')} />
        </>
      ) : (
        <>
          <p role="status">
            <strong>{t('came_in', { device: nameOfDevice(cameIn) })}</strong>
          </p>
          <p>
            {t('not_you')} <SignItOut signIn={cameIn} />
          </p>
        </>
      )}
      <div className="actions">
        <button type="button" className="main" onClick={onDone}>
          {t('done')}
        </button>
      </div>
    </div>
  );
}
