import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isForOperators, mode } from '../api.ts';
import { texts } from '../language.ts';
import { useMe } from '../me.ts';
import { Facts } from '../parts/Figures.tsx';
import { LanguageSelect } from '../parts/LanguageSelect.tsx';
import { Sheet } from '../parts/Sheet.tsx';
import { needs, planName, useMay } from '../rights.ts';
import { roleNames } from '../roles.ts';
import { Icon } from './Icon.tsx';
import { OperatorSignOut, SignOut } from './SignOut.tsx';

const t = texts('console.shell.account');

/** Who is signed in, the language, the sandbox, and signing out. */
export function Account() {
  const [isOpen, setOpen] = useState(false);
  const me = useMe();
  const isManager = useMay(needs.managePeople);
  const name = me?.person.display_name ?? t('operator');
  const close = () => setOpen(false);
  return (
    <div className="account">
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="account" />
        <span>{name}</span>
      </button>
      {isOpen && (
        <Sheet title={name} onClose={close}>
          {me !== undefined && (
            <Facts
              facts={[
                [t('club'), me.partner.name],
                [t('role'), roleNames(me.person.role)],
                [t('plan'), planName(me.partner.plan)],
              ]}
            />
          )}
          <LanguageSelect />
          <p className="places">
            {!isForOperators && (
              <>
                <Link to="/devices" onClick={close}>
                  {t('devices')}
                </Link>
                {isManager && (
                  <Link to="/club" onClick={close}>
                    {t('settings')}
                  </Link>
                )}
                {isManager && (
                  <Link to="/people" className="on-phone" onClick={close}>
                    {t('people')}
                  </Link>
                )}
                <Link to="/developers" className="on-phone" onClick={close}>
                  {t('developers')}
                </Link>
                {/* Another document: nothing of the other data stays in memory. */}
                <a href={mode === 'live' ? '/console?mode=test' : '/console'}>
                  {mode === 'live' ? t('sandbox') : t('live')}
                </a>
              </>
            )}
            <a href="/docs">{t('docs')}</a>
          </p>
          <div className="actions">
            <button type="button" className="main" onClick={close}>
              {t('close')}
            </button>
            {isForOperators ? <OperatorSignOut /> : <SignOut />}
          </div>
        </Sheet>
      )}
    </div>
  );
}
