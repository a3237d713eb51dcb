import { useQuery } from '@tanstack/react-query';
import { bandeja, invitedClient } from '../../api.ts';
import { texts } from '../../language.ts';
import { changePerson, deviceName, isSignedOut } from '../../me.ts';
import { Form } from '../../parts/Action.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { roleNames } from '../../roles.ts';
import { Entrance, SignIn } from './SignIn.tsx';

const t = texts('console.sign_in.join');

const token = location.hash.slice(1);
addEventListener('hashchange', () => location.reload());

/** Null without a valid credential. */
const orNull = <T,>(answer: PromiseLike<T>): Promise<T | null> =>
  Promise.resolve(answer).catch((error: unknown) => (isSignedOut(error) ? null : Promise.reject(error)));

/** The invitation, null if it is over; and who is signed in already. */
async function read() {
  const isToken = /^bdi_\w+$/.test(token);
  const [invitation, me] = await Promise.all([
    isToken ? orNull(invitedClient(token).signIns.invitation()) : null,
    orNull(bandeja().signIns.get()),
  ]);
  // The link was opened again, or the answer to its button was lost.
  if (invitation === null && me !== null) changePerson();
  return { invitation, me };
}

/** What `/j#<token>` opens. Reading the invitation does not spend it: only the button does, so previews of chats cannot. */
export function Join() {
  const query = useQuery({ queryKey: ['invitation'], queryFn: read, staleTime: Number.POSITIVE_INFINITY });
  if (query.data?.invitation === null) return query.data.me === null ? <SignIn note={t('over')} /> : null;
  return (
    <Entrance title={t('title')}>
      <Loaded query={query} rows={2}>
        {({ invitation, me }) =>
          invitation !== null && (
            <>
              <p className="invited">
                <strong>{invitation.partner.name}</strong> · {invitation.person.display_name} ·{' '}
                {roleNames(invitation.person.role)}
              </p>
              {me !== null && (
                <p className="warn">{t('other', { name: me.person.display_name, club: me.partner.name })}</p>
              )}
              <Form
                submit={t('enter', { name: invitation.person.display_name })}
                changes={[]}
                onSubmit={async () => {
                  const me = await orNull(invitedClient(token).signIns.begin({ device: deviceName() }));
                  if (me !== null) changePerson();
                  // Another press of the button, or another device, was first.
                  else await query.refetch();
                }}
              >
                <p className="quiet small">{t('device')}</p>
              </Form>
            </>
          )
        }
      </Loaded>
    </Entrance>
  );
}
