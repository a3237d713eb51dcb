/** The devices in which a person is signed in, and how to sign them out. */
import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts({
  none: ['Not signed in anywhere', 'Sin sesión abierta en ningún sitio', 'Sem sessão aberta em lado nenhum'],
  unnamed: ['Unknown device', 'Dispositivo desconocido', 'Dispositivo desconhecido'],
  here: ['This device', 'Este dispositivo', 'Este dispositivo'],
  used: ['Used {time}', 'Usado {time}', 'Usado {time}'],
  signOut: ['Sign it out', 'Cerrar su sesión', 'Terminar a sessão'],
  note: [
    '{device} needs a new invitation or its passkey to sign in again. Scores that were not sent stay on it.',
    '{device} necesitará otra invitación o su llave de acceso para volver a entrar. Los resultados sin enviar se quedan en él.',
    '{device} precisará de outro convite ou da sua chave de acesso para voltar a entrar. Os resultados por enviar ficam nele.',
  ],
});

export const nameOfDevice = ({ device }: Pick<Api.SignIn, 'device'>): string => device ?? t.unnamed;

interface DevicesProps {
  readonly signIns: readonly Api.SignIn[];
  /** The sign-in of this browser, which signs out under the account. */
  readonly ownId?: string | undefined;
}

export function Devices({ signIns, ownId }: DevicesProps) {
  if (signIns.length === 0) return <p className="quiet">{t.none}</p>;
  return (
    <Table>
      {signIns.map((one) => (
        <tr key={one.id}>
          <td>
            <strong>{nameOfDevice(one)}</strong>
            <br />
            <small className="quiet">{fill(t.used, { time: formatMoment(one.last_used_at) })}</small>
          </td>
          <td className="end">
            {one.id === ownId ? <span className="chip">{t.here}</span> : <SignItOut signIn={one} />}
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function SignItOut({ signIn }: { readonly signIn: Api.SignIn }) {
  return (
    <FormAction
      title={t.signOut}
      className="plain"
      isDangerous
      changes={['me', 'people']}
      onSubmit={() => bandeja().signIns.end(signIn.id)}
    >
      <p>{fill(t.note, { device: nameOfDevice(signIn) })}</p>
    </FormAction>
  );
}
