import { Link, type LinkProps, Outlet, useMatchRoute } from '@tanstack/react-router';
import { isForOperators, mode } from '../api.ts';
import { texts } from '../language.ts';
import { OfflineStrip } from '../parts/OfflineStrip.tsx';
import { needs, useMay } from '../rights.ts';
import { Account } from './Account.tsx';
import { Icon, type IconName } from './Icon.tsx';

const t = texts({
  skip: ['Skip to the content', 'Ir al contenido', 'Ir para o conteúdo'],
  pages: ['Pages', 'Páginas', 'Páginas'],
  nights: ['Nights', 'Noches', 'Noites'],
  players: ['Players', 'Jugadores', 'Jogadores'],
  matches: ['Matches', 'Partidos', 'Encontros'],
  import: ['Import', 'Importar', 'Importar'],
  people: ['People', 'Personas', 'Pessoas'],
  developers: ['Developers', 'Desarrollo', 'Programadores'],
  partners: ['Partners', 'Partners', 'Parceiros'],
  operators: ['Operators', 'Operadores', 'Operadores'],
  ratings: ['Ratings', 'Niveles', 'Níveis'],
  diagnosis: ['Diagnosis', 'Diagnóstico', 'Diagnóstico'],
  sandbox: ['Sandbox: test data only', 'Sandbox: solo datos de prueba', 'Sandbox: apenas dados de teste'],
});

interface Entry {
  readonly label: string;
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
      { label: t.partners, icon: 'building', to: '/operator/partners' },
      { label: t.operators, icon: 'people', to: '/operator/operators' },
      { label: t.ratings, icon: 'chart', to: '/operator/ratings' },
      { label: t.diagnosis, icon: 'pulse', to: '/operator/diagnosis' },
    ]
  : [
      { label: t.nights, icon: 'moon', to: '/tonight', alsoAt: '/sessions/$ref' },
      { label: t.players, icon: 'people', to: '/players', alsoAt: '/ranking' },
      { label: t.matches, icon: 'court', to: '/matches' },
      { label: t.import, icon: 'file', to: '/import', isWide: true },
      { label: t.people, icon: 'building', to: '/people', isWide: true, isForManagers: true },
      { label: t.developers, icon: 'code', to: '/developers', isWide: true },
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
        {t.skip}
      </a>
      <nav className="rail" aria-label={t.pages}>
        <Link to="/" className="brand">
          <Icon name="ball" /> Bandeja
        </Link>
        <ul>
          {ENTRIES.filter(({ isForManagers = false }) => isManager || !isForManagers).map(
            ({ label, icon, to, alsoAt, isWide = false }) => (
              <li key={label} className={isWide ? 'on-rail' : undefined}>
                <Link
                  to={to}
                  activeOptions={{ includeSearch: false }}
                  {...(alsoAt !== undefined && matchRoute({ to: alsoAt }) !== false && { className: 'active' })}
                >
                  <Icon name={icon} />
                  <span>{label}</span>
                </Link>
              </li>
            ),
          )}
        </ul>
        <Account />
      </nav>
      <main id="content" tabIndex={-1}>
        <OfflineStrip />
        {mode === 'test' && <p className="strip">{t.sandbox}</p>}
        <Outlet />
      </main>
    </div>
  );
}
