import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatName } from '../../night/words.ts';
import { formatDay } from '../../numbers.ts';
import { Action } from '../../parts/Action.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { countCourts, countPlayers, countRounds, roundOf, stateName } from './words.ts';

const t = texts({
  title: ['Tonight', 'Esta noche', 'Esta noite'],
  subtitle: [
    'Plan a night, play it, share the ranking',
    'Planifica una noche, juégala y comparte la clasificación',
    'Planeie uma noite, jogue-a e partilhe a classificação',
  ],
  start: ['New night', 'Nueva noche', 'Nova noite'],
  states: ['Nights by state', 'Noches por estado', 'Noites por estado'],
  all: ['All', 'Todas', 'Todas'],
  open: ['On now', 'En juego', 'A decorrer'],
  planned: ['Planned', 'Planificadas', 'Planeadas'],
  closed: ['Closed', 'Cerradas', 'Fechadas'],
  none: ['No night is planned yet', 'Aún no hay ninguna noche', 'Ainda não há nenhuma noite'],
  noneHere: ['No night in this state', 'Ninguna noche en este estado', 'Nenhuma noite neste estado'],
  first: [
    'Paste the names of tonight’s players. Bandeja draws the rounds and keeps the ranking.',
    'Pega los nombres de quienes juegan. Bandeja sortea las rondas y lleva la clasificación.',
    'Cole os nomes de quem joga. O Bandeja sorteia as rondas e mantém a classificação.',
  ],
});

const page = getRouteApi('/tonight');
const STATES = ['open', 'planned', 'closed'] as const;

export function Nights() {
  const { state: wanted } = page.useSearch();
  const state = STATES.find((one) => one === wanted);
  const nights = usePages<Api.PlanSummary>(['plans', { state }], (where) =>
    bandeja().plans.list({ limit: 25, state, ...where }),
  );
  const empty =
    state === undefined ? (
      <Empty title={t.none} hint={t.first}>
        <NewNight />
      </Empty>
    ) : (
      <Empty title={t.noneHere} />
    );
  return (
    <Page title={t.title} subtitle={t.subtitle} actions={<NewNight />}>
      <Tabs
        label={t.states}
        tabs={[undefined, ...STATES].map((one) => ({
          label: t[one ?? 'all'],
          link: { to: '/tonight', search: one === undefined ? {} : { state: one } },
          isActive: one === state,
        }))}
      />
      <PagedList query={nights} empty={empty}>
        {(rows) => (
          <ul className="cards">
            {rows.map((night) => (
              <li key={night.session_external_ref}>
                <NightCard night={night} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

function NightCard({ night }: { readonly night: Api.PlanSummary }) {
  const { session_external_ref: ref, state, open_round: open, rounds } = night;
  return (
    <Link className="row" to="/tonight/$ref" params={{ ref }}>
      <span className="title-line">
        <strong>{night.venue_label ?? ref}</strong>
        <span className={state === 'open' ? 'chip good' : 'chip'}>{stateName(state)}</span>
      </span>
      <span>
        {formatName(night.format)} · {open === null ? countRounds(rounds) : roundOf(open, rounds)}
      </span>
      <span className="quiet small">
        {formatDay(night.created_at)} · {countPlayers(night.players)} · {countCourts(night.courts)}
        {night.venue_label !== null && (
          <>
            {' '}
            · <span className="ref">{ref}</span>
          </>
        )}
      </span>
    </Link>
  );
}

/** The first free reference of today, such as `night-2026-03-05` or `night-2026-03-05-2`. */
function freeReference(taken: readonly string[]): string {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  const base = `night-${day.join('-')}`;
  let ref = base;
  for (let count = 2; taken.includes(ref); count += 1) ref = `${base}-${count}`;
  return ref;
}

/** Opens the page of a night that has no plan yet. */
function NewNight() {
  const navigate = useNavigate();
  const forbidden = useForbidden(needs.writeMatches);
  // An older night is never in the way: its reference contains another day.
  const latest = useQuery({
    queryKey: ['plans', 'latest'],
    queryFn: ({ signal }) => bandeja().plans.list({ limit: 100, signal }),
  });
  return (
    <Action
      className="main"
      forbidden={forbidden}
      disabled={latest.isPending}
      onClick={() => {
        const taken = latest.data?.data.map(({ session_external_ref: ref }) => ref) ?? [];
        void navigate({ to: '/tonight/$ref', params: { ref: freeReference(taken) } });
      }}
    >
      {t.start}
    </Action>
  );
}
