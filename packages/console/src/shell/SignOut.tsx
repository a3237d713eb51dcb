import { useQuery } from '@tanstack/react-query';
import { bandeja, service } from '../api.ts';
import { texts } from '../language.ts';
import { changePerson, device, forgetMe, ownerOf, signedIn } from '../me.ts';
import { Form, FormAction } from '../parts/Action.tsx';
import { isOffline } from '../parts/Fault.tsx';
import { Refusal } from '../problems.ts';

const t = texts('console.shell.sign_out');

/** Only the service can take the cookie away. */
async function signOut(): Promise<void> {
  try {
    await bandeja().signIns.signOut();
  } catch (error) {
    throw isOffline(error) ? new Refusal(t('offline')) : error;
  }
  await forgetMe();
}

export const OperatorSignOut = () => (
  <Form
    submit={t('sign_out')}
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
  if (unsent === 0)
    return <Form submit={t('sign_out')} isQuiet changes={[]} onSubmit={signOut} onDone={changePerson} />;
  return (
    <FormAction
      title={t('sign_out')}
      submit={t('anyway')}
      isDangerous
      changes={[]}
      onSubmit={signOut}
      onDone={changePerson}
    >
      <p>{t('unsent', { n: unsent })}</p>
    </FormAction>
  );
}
