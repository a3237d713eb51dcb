import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { credential, signOut } from '../credential.ts';
import { texts } from '../language.ts';
import { LanguageSelect } from '../parts/LanguageSelect.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { planName, useOwnKey } from '../rights.ts';
import { Icon } from './Icon.tsx';

const t = texts({
  account: ['Account', 'Cuenta', 'Conta'],
  operator: ['Operator', 'Operador', 'Operador'],
  plan: ['Plan', 'Plan', 'Plano'],
  scopes: ['Scopes of this key', 'Permisos de esta clave', 'Permissões desta chave'],
  developers: ['Developers', 'Desarrollo', 'Programadores'],
  docs: ['Documentation', 'Documentación', 'Documentação'],
  signOut: ['Sign out', 'Cerrar sesión', 'Terminar sessão'],
  close: ['Close', 'Cerrar', 'Fechar'],
});

/** Who is signed in, the language, and signing out. */
export function Account() {
  const [isOpen, setOpen] = useState(false);
  const { data: key } = useOwnKey();
  const name = credential?.kind === 'operator' ? t.operator : (key?.partner_name ?? t.account);
  return (
    <div className="account">
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="account" />
        <span>{name}</span>
      </button>
      {isOpen && (
        <Sheet title={name} onClose={() => setOpen(false)}>
          {key !== undefined && (
            <dl className="facts">
              <dt>{t.plan}</dt>
              <dd>{planName(key.plan)}</dd>
              <dt>{t.scopes}</dt>
              <dd>{key.scopes.join(', ')}</dd>
            </dl>
          )}
          <LanguageSelect />
          <p className="places">
            {key !== undefined && (
              <Link to="/developers" className="on-phone" onClick={() => setOpen(false)}>
                {t.developers}
              </Link>
            )}
            <a href="/docs">{t.docs}</a>
          </p>
          <div className="actions">
            <button type="button" onClick={() => setOpen(false)}>
              {t.close}
            </button>
            <button type="button" onClick={signOut}>
              {t.signOut}
            </button>
          </div>
        </Sheet>
      )}
    </div>
  );
}
