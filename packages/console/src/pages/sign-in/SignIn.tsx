import { operatorClient, partnerClient } from '../../api.ts';
import { credentialOf, signIn } from '../../credential.ts';
import { texts } from '../../language.ts';
import { Form } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { Icon } from '../../shell/Icon.tsx';

const t = texts({
  title: ['Sign in', 'Entrar', 'Entrar'],
  token: ['Key or operator token', 'Clave o token de operador', 'Chave ou token de operador'],
  hint: [
    'It stays in this tab only, until you close it or sign out.',
    'Solo se guarda en esta pestaña, hasta que la cierres o salgas.',
    'Fica apenas neste separador, até o fechar ou sair.',
  ],
  help: [
    'Your key starts with bdj_live_, or with bdj_test_ for the sandbox. The operator of the service issues it.',
    'Tu clave empieza por bdj_live_, o por bdj_test_ para el sandbox. La emite quien opera el servicio.',
    'A sua chave começa por bdj_live_, ou por bdj_test_ para o sandbox. É emitida por quem opera o serviço.',
  ],
  docs: ['Documentation', 'Documentación', 'Documentação'],
});

/** Tries the credential before it is kept. */
async function check(values: FormData): Promise<string> {
  const token = textOf(values, 'token') ?? '';
  const given = credentialOf(token);
  if (given.kind === 'key') await partnerClient(given).service.key();
  else await operatorClient(given).partners.list({ limit: 1 });
  return token;
}

export function SignIn() {
  return (
    <main className="sign-in">
      <div className="sheet">
        <p className="brand">
          <Icon name="ball" /> Bandeja
        </p>
        <h1>{t.title}</h1>
        <Form submit={t.title} onSubmit={check} onDone={signIn}>
          <Field label={t.token} name="token" type="password" autoComplete="off" required hint={t.hint} autoFocus />
        </Form>
        <p className="quiet small">{t.help}</p>
        <p className="small">
          <a href="/docs">{t.docs}</a>
        </p>
      </div>
    </main>
  );
}
