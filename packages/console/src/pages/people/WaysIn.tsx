/** The devices in which a person is signed in, and how to sign them out. */
import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts('console.people.ways_in');

export const nameOfDevice = ({ device }: Pick<Api.SignIn, 'device'>): string => device ?? t('unnamed');

interface DevicesProps {
  readonly signIns: readonly Api.SignIn[];
  /** The sign-in of this browser, which signs out under the account. */
  readonly ownId?: string | undefined;
}

export function Devices({ signIns, ownId }: DevicesProps) {
  if (signIns.length === 0) return <p className="quiet">{t('none')}</p>;
  return (
    <Table>
      {signIns.map((one) => (
        <tr key={one.id}>
          <td>
            <strong>{nameOfDevice(one)}</strong>
            <br />
            <small className="quiet">{t('used', { time: formatMoment(one.last_used_at) })}</small>
          </td>
          <td className="end">
            {one.id === ownId ? <span className="chip">{t('here')}</span> : <SignItOut signIn={one} />}
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function SignItOut({ signIn }: { readonly signIn: Api.SignIn }) {
  return (
    <FormAction
      title={t('sign_out')}
      className="plain"
      isDangerous
      changes={['me', 'people']}
      onSubmit={() => bandeja().signIns.end(signIn.id)}
    >
      <p>{t('note', { device: nameOfDevice(signIn) })}</p>
    </FormAction>
  );
}
