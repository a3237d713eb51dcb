import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { clubZone } from '../../club.ts';
import { rangeOf } from '../../days.ts';
import { texts } from '../../language.ts';
import { readOrShowKept } from '../../me.ts';
import { formatName, nightTitle } from '../../night/words.ts';
import { formatDay } from '../../numbers.ts';
import { DayRange } from '../../parts/DayRange.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { PasskeyOffer } from '../people/Passkeys.tsx';
import { latestPlans, NewNight } from './NewNight.tsx';
import { countCourts, countPlayers, countRounds, roundOf, stateName } from './words.ts';

const t = texts('console.tonight.nights');

const page = getRouteApi('/tonight');

const UPCOMING = ['plans', 'upcoming'];

async function readUpcoming(signal: AbortSignal): Promise<readonly Api.PlanSummary[]> {
  const [open, planned] = await Promise.all(
    (['open', 'planned'] as const).map((state) => bandeja().plans.list({ limit: 100, state, signal })),
  );
  return [...(open?.data ?? []), ...(planned?.data ?? [])];
}

/** Nights that go on or are planned, above those that were played, with or without a plan. */
export function Nights() {
  const range = page.useSearch();
  const navigate = page.useNavigate();
  const upcoming = useQuery({
    queryKey: UPCOMING,
    queryFn: ({ signal }) => readOrShowKept(UPCOMING, () => readUpcoming(signal)),
  });
  const planned = new Set(useQuery(latestPlans).data?.data.map(({ session_external_ref: ref }) => ref));
  const isFiltered = Object.keys(range).length > 0;
  const sessions = usePages<Api.SessionSummary>(
    ['sessions', range],
    (where) => bandeja().sessions.list({ limit: 25, ...rangeOf(range, clubZone()), ...where }),
    { isKept: !isFiltered },
  );
  const empty = isFiltered ? (
    <Empty title={t('none_here')}>
      <Link className="button" to="/tonight">
        {t('all')}
      </Link>
    </Empty>
  ) : upcoming.data?.length === 0 ? (
    <Empty title={t('none')} hint={t('first')}>
      <div className="actions">
        <NewNight />
        <Link className="button" to="/import/{-$id}" params={{ id: undefined }}>
          {t('import')}
        </Link>
      </div>
    </Empty>
  ) : null;
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={<NewNight />}>
      <PasskeyOffer />
      <Loaded query={upcoming}>
        {(nights) =>
          nights.length > 0 && (
            <section className="stack">
              <h2>{t('upcoming')}</h2>
              <ul className="cards">
                {nights.map((night) => (
                  <li key={night.session_external_ref}>
                    <NightCard night={night} />
                  </li>
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
      <section className="stack">
        {(isFiltered || (sessions.data?.rows.length ?? 0) > 0) && (
          <>
            <h2>{t('played')}</h2>
            <div className="filters">
              <DayRange range={range} onChange={(next) => void navigate({ search: { ...next } })} />
            </div>
          </>
        )}
        <PagedList query={sessions} empty={empty}>
          {(rows) => (
            <ul className="cards">
              {rows
                .filter(
                  ({ session_external_ref: ref }) =>
                    !upcoming.isPending && !upcoming.data?.some((night) => night.session_external_ref === ref),
                )
                .map((session) => (
                  <li key={session.session_external_ref}>
                    <SessionCard session={session} hasPlan={planned.has(session.session_external_ref)} />
                  </li>
                ))}
            </ul>
          )}
        </PagedList>
      </section>
    </Page>
  );
}

function NightCard({ night }: { readonly night: Api.PlanSummary }) {
  const { session_external_ref: ref, state, open_round: open, rounds } = night;
  return (
    <Link className="row" to="/tonight/$ref" params={{ ref }}>
      <span className="title-line">
        <strong>{nightTitle(night.name, night.started_at)}</strong>
        <span className={state === 'open' ? 'chip good' : 'chip'}>{stateName(state)}</span>
      </span>
      <span>
        {formatName(night.format)} · {open === null ? countRounds(rounds) : roundOf(open, rounds)}
      </span>
      <span className="quiet small">
        {night.name !== null && night.started_at !== null && `${formatDay(night.started_at)} · `}
        {night.venue_label !== null && `${night.venue_label} · `}
        {countPlayers(night.players)} · {countCourts(night.courts)}
      </span>
    </Link>
  );
}

interface SessionCardProps {
  readonly session: Api.SessionSummary;
  /** Then its page has the podium, and leads to the session. */
  readonly hasPlan: boolean;
}

function SessionCard({ session, hasPlan }: SessionCardProps) {
  const { session_external_ref: ref, name, venue_label: venue, started_at: startedAt } = session;
  return (
    <Link className="row" to={hasPlan ? '/tonight/$ref' : '/sessions/$ref'} params={{ ref }}>
      <strong>{nightTitle(name, startedAt)}</strong>
      <span>
        {formatDay(startedAt)}
        {venue !== null && ` · ${venue}`}
      </span>
      <span className="quiet small">
        {t('matches', { n: session.matches })} · {countPlayers(session.players)}
      </span>
    </Link>
  );
}
