import type { KeyOf } from '@bandeja/messages/message';
import { Link, type LinkProps, Outlet, useMatchRoute } from '@tanstack/react-router';
import { isForOperators, mode } from '../api.ts';
import { texts } from '../language.ts';
import { OfflineStrip } from '../parts/OfflineStrip.tsx';
import { needs, useMay } from '../rights.ts';
import { Account } from './Account.tsx';
import { Icon, type IconName } from './Icon.tsx';

const t = texts('console.shell.shell');

interface Entry {
  readonly label: KeyOf<'console.shell.shell'>;
  readonly icon: IconName;
  readonly to: NonNullable<LinkProps['to']>;
  /** A page at another address that it leads to. */
  readonly alsoAt?: NonNullable<LinkProps['to']>;
  /** Left out of the bar of a phone: Matches leads to the import, the account to the others. */
  readonly isWide?: boolean;
  /** Shown to managers alone. */
  readonly isForManagers?: boolean;
}

const ENTRIES: readonly Entry[] = isForOperators
  ? [
      { label: 'partners', icon: 'building', to: '/operator/partners' },
      { label: 'operators', icon: 'people', to: '/operator/operators' },
      { label: 'ratings', icon: 'chart', to: '/operator/ratings' },
      { label: 'diagnosis', icon: 'pulse', to: '/operator/diagnosis' },
    ]
  : [
      { label: 'nights', icon: 'moon', to: '/tonight', alsoAt: '/sessions/$ref' },
      { label: 'players', icon: 'people', to: '/players', alsoAt: '/ranking' },
      { label: 'matches', icon: 'court', to: '/matches' },
      { label: 'import', icon: 'file', to: '/import/{-$id}', alsoAt: '/imports', isWide: true },
      { label: 'people', icon: 'building', to: '/people', isWide: true, isForManagers: true },
      { label: 'developers', icon: 'code', to: '/developers', isWide: true },
    ];

/** The frame around every page: the navigation at the left, or at the bottom of a phone. */
export function Shell() {
  const isManager = useMay(needs.managePeople);
  const matchRoute = useMatchRoute();
  // A screen on the wall has no frame.
  if (matchRoute({ to: '/ranking/screen' }) !== false) return <Outlet />;
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <nav className="rail" aria-label={t('pages')}>
        <Link to="/" className="brand">
          <Icon name="ball" /> Bandeja
        </Link>
        <ul>
          {ENTRIES.filter(({ isForManagers = false }) => isManager || !isForManagers).map(
            ({ label, icon, to, alsoAt, isWide = false }) => (
              <li key={label} className={isWide ? 'on-rail' : undefined}>
                <Link
                  to={to}
                  params={{ id: undefined }}
                  activeOptions={{ includeSearch: false }}
                  {...(alsoAt !== undefined &&
                    matchRoute({ to: alsoAt, fuzzy: true }) !== false && { className: 'active' })}
                >
                  <Icon name={icon} />
                  <span>{t(label)}</span>
                </Link>
              </li>
            ),
          )}
        </ul>
        <Account />
      </nav>
      <main id="content" tabIndex={-1}>
        <OfflineStrip />
        {mode === 'test' && <p className="strip">{t('sandbox')}</p>}
        <Outlet />
      </main>
    </div>
  );
}
