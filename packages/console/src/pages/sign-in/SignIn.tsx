import type { ReactNode } from 'react';
import { isForOperators, operatorClient } from '../../api.ts';
import { texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { LanguageSelect } from '../../parts/LanguageSelect.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { Icon } from '../../shell/Icon.tsx';

const t = texts({
  title: ['Sign in', 'Entrar', 'Entrar'],
  invitation: ['Open your invitation', 'Abre tu invitación', 'Abra o seu convite'],
  open: [
    'Open the link that a manager of your club sent you, or scan its code. It works once, on one device.',
    'Abre el enlace que te envió un gestor de tu club, o escanea su código. Sirve una vez, en un dispositivo.',
    'Abra o link que um gestor do seu clube lhe enviou, ou leia o código. Serve uma vez, num dispositivo.',
  ],
  ask: [
    'Used, ended or lost? Ask a manager to invite you again. If you are signed in on another device, choose “Sign in on another device” there, under your name.',
    '¿Usado, caducado o perdido? Pide a un gestor que te invite de nuevo. Si tienes la sesión abierta en otro dispositivo, elige allí «Entrar en otro dispositivo», bajo tu nombre.',
    'Usado, terminado ou perdido? Peça a um gestor que o convide de novo. Se tem a sessão aberta noutro dispositivo, escolha lá «Entrar noutro dispositivo», sob o seu nome.',
  ],
  passkey: ['Sign in with a passkey', 'Entrar con una llave de acceso', 'Entrar com uma chave de acesso'],
  ended: ['Your sign-in has ended', 'Tu sesión ha terminado', 'A sua sessão terminou'],
  kept: [
    'This page stays open. Scores that were not sent are kept on this device, and are sent once you are signed in again.',
    'Esta página se queda como está. Los resultados sin enviar se guardan en este dispositivo y se envían cuando vuelvas a entrar.',
    'Esta página fica como está. Os resultados por enviar ficam neste dispositivo e são enviados quando voltar a entrar.',
  ],
  operators: ['Operators', 'Operadores', 'Operadores'],
  operatorTitle: ['Sign in as an operator', 'Entrar como operador', 'Entrar como operador'],
  token: ['Operator token', 'Token de operador', 'Token de operador'],
  docs: ['Documentation', 'Documentación', 'Documentação'],
  club: ['The console of a club', 'La consola de un club', 'A consola de um clube'],
});

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
          {isForOperators ? <a href="/console">{t.club}</a> : <a href="/console/operator/partners">{t.operators}</a>}
          <a href="/docs">{t.docs}</a>
        </p>
      </div>
    </main>
  );
}

/** What people without a sign-in can do. */
export function SignIn({ note }: { readonly note?: string }) {
  return (
    <Entrance title={t.title}>
      {note !== undefined && <p className="warn">{note}</p>}
      <WaysIn />
    </Entrance>
  );
}

/** Over the page that was open when the sign-in ended. */
export function SignedOut() {
  return (
    <Sheet title={t.ended} isLocked onClose={() => undefined}>
      <p>{t.kept}</p>
      <WaysIn />
    </Sheet>
  );
}

function WaysIn() {
  return (
    <section className="stack">
      <h2>{t.invitation}</h2>
      <p>{t.open}</p>
      <p className="quiet small">{t.ask}</p>
      {canUsePasskeys && (
        <Form
          submit={t.passkey}
          changes={['me', 'invitation']}
          onSubmit={async () => (await import('./passkeys.ts')).signInWithPasskey()}
        />
      )}
    </section>
  );
}

/** The token is sent once, for a cookie. The pages show once they know who is signed in. */
export function SignInAsOperator() {
  return (
    <Entrance title={t.operatorTitle}>
      <Form
        submit={t.title}
        changes={['me']}
        onSubmit={(values) => operatorClient(textOf(values, 'token') ?? '').signIns.begin()}
      >
        <Field label={t.token} name="token" type="password" autoComplete="off" required autoFocus />
      </Form>
    </Entrance>
  );
}
