import type { ReactNode } from 'react';
import { isForOperators, operatorClient } from '../../api.ts';
import { texts, withTexts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { LanguageSelect } from '../../parts/LanguageSelect.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { Icon } from '../../shell/Icon.tsx';

const t = texts('console.sign_in.sign_in');

/** Browsers have passkeys on `localhost`, and on a host name over HTTPS. */
export const canUsePasskeys =
  'PublicKeyCredential' in window &&
  (location.hostname === 'localhost' || (location.protocol === 'https:' && !/^[\d.]+$|:/.test(location.hostname)));

/** A card in the middle of an empty page. */
export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="sign-in">
      <div className="sheet">
        <p className="brand">
          <Icon name="ball" /> Bandeja
        </p>
        <h1>{title}</h1>
        {children}
        <LanguageSelect />
        <p className="places small">
          {isForOperators ? (
            <a href="/console">{t('club')}</a>
          ) : (
            <a href="/console/operator/partners">{t('operators')}</a>
          )}
          <a href="/docs">{t('docs')}</a>
        </p>
      </div>
    </main>
  );
}

/** What people without a sign-in can do. */
export function SignIn({ note }: { readonly note?: string }) {
  return (
    <Entrance title={t('title')}>
      {note !== undefined && <p className="warn">{note}</p>}
      <WaysIn />
    </Entrance>
  );
}

/** Over the page that was open when the sign-in ended. */
export function SignedOut() {
  return (
    <Sheet title={t('ended')} isLocked onClose={() => undefined}>
      <p>{t('kept')}</p>
      <WaysIn />
    </Sheet>
  );
}

function WaysIn() {
  return (
    <section className="stack">
      <h2>{t('invitation')}</h2>
      <p>{t('open')}</p>
      <p className="quiet small">{t('ask')}</p>
      {canUsePasskeys && (
        <Form
          submit={t('passkey')}
          changes={['me', 'invitation']}
          onSubmit={async () => (await withTexts(import('./passkeys.ts'))).signInWithPasskey()}
        />
      )}
    </section>
  );
}

/** The token is sent once, for a cookie. The pages show once they know who is signed in. */
export function SignInAsOperator() {
  return (
    <Entrance title={t('operator_title')}>
      <Form
        submit={t('title')}
        changes={['me']}
        onSubmit={(values) => operatorClient(textOf(values, 'token') ?? '').signIns.begin()}
      >
        <Field label={t('token')} name="token" type="password" autoComplete="off" required autoFocus />
      </Form>
    </Entrance>
  );
}
