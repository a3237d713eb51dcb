import { useQuery } from '@tanstack/react-query';
import { bandeja, service } from '../api.ts';
import { fill, texts } from '../language.ts';
import { changePerson, device, forgetMe, ownerOf, signedIn } from '../me.ts';
import { Form, FormAction } from '../parts/Action.tsx';
import { isOffline } from '../parts/Fault.tsx';
import { Refusal } from '../problems.ts';

const t = texts({
  signOut: ['Sign out', 'Cerrar sesión', 'Terminar sessão'],
  anyway: ['Sign out anyway', 'Cerrar sesión de todos modos', 'Terminar sessão mesmo assim'],
  offline: [
    'Signing out needs the network. You are still signed in on this device.',
    'Para cerrar la sesión hace falta la red. Sigue abierta en este dispositivo.',
    'Para terminar a sessão é preciso rede. Continua aberta neste dispositivo.',
  ],
  unsent: [
    '{n} {n|score was|scores were} not sent yet. They stay on this device, and are sent when you sign in here again.',
    '{n} {n|resultado|resultados} sin enviar. Se quedan en este dispositivo y se envían cuando vuelvas a entrar aquí.',
    '{n} {n|resultado|resultados} por enviar. Ficam neste dispositivo e são enviados quando voltar a entrar aqui.',
  ],
});

/** Only the service can take the cookie away. */
async function signOut(): Promise<void> {
  try {
    await bandeja().signIns.signOut();
  } catch (error) {
    throw isOffline(error) ? new Refusal(t.offline) : error;
  }
  await forgetMe();
}

export const OperatorSignOut = () => (
  <Form
    submit={t.signOut}
    isQuiet
    changes={[]}
    onSubmit={() => service().signIns.signOut()}
    onDone={() => location.replace('/console/operator/partners')}
  />
);

export function SignOut() {
  const owner = ownerOf(signedIn());
  const { data: unsent = 0 } = useQuery({
    queryKey: ['unsent', owner],
    queryFn: async () =>
      (await device.update((entries) => entries)).filter((one) => one.owner.startsWith(owner)).length,
    staleTime: 0,
  });
  if (unsent === 0) return <Form submit={t.signOut} isQuiet changes={[]} onSubmit={signOut} onDone={changePerson} />;
  return (
    <FormAction title={t.signOut} submit={t.anyway} isDangerous changes={[]} onSubmit={signOut} onDone={changePerson}>
      <p>{fill(t.unsent, { n: unsent })}</p>
    </FormAction>
  );
}
