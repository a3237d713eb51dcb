import type { Api } from '@bandeja/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatDay } from '../../numbers.ts';
import { DayRange, rangeOf } from '../../parts/DayRange.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page } from '../../parts/Page.tsx';

const t = texts({
  title: ['Sessions', 'Sesiones', 'Sessões'],
  subtitle: [
    'Club nights, americanos and league days',
    'Noches del club, americanos y jornadas de liga',
    'Noites do clube, americanos e jornadas de liga',
  ],
  matches: ['{n} {n|match|matches}', '{n} {n|partido|partidos}', '{n} {n|encontro|encontros}'],
  players: ['{n} {n|player|players}', '{n} {n|jugador|jugadores}', '{n} {n|jogador|jogadores}'],
  empty: ['No sessions here', 'No hay sesiones', 'Não há sessões'],
  first: [
    'A session appears once matches are submitted with its reference.',
    'Una sesión aparece cuando se envían partidos con su referencia.',
    'Uma sessão aparece quando são enviados encontros com a sua referência.',
  ],
});

const page = getRouteApi('/sessions');

export function Sessions() {
  const range = page.useSearch();
  const navigate = page.useNavigate();
  const sessions = usePages<Api.SessionSummary>(['sessions', range], (where) =>
    bandeja().sessions.list({ limit: 25, ...rangeOf(range), ...where }),
  );
  return (
    <Page title={t.title} subtitle={t.subtitle}>
      <div className="filters">
        <DayRange range={range} onChange={(next) => void navigate({ search: { ...next } })} />
      </div>
      <PagedList query={sessions} empty={<Empty title={t.empty} hint={t.first} />}>
        {(rows) => (
          <ul className="cards">
            {rows.map((session) => (
              <li key={session.session_external_ref}>
                <Link className="row" to="/sessions/$ref" params={{ ref: session.session_external_ref }}>
                  <strong>{session.venue_label ?? session.session_external_ref}</strong>
                  <span>{formatDay(session.started_at)}</span>
                  <span className="quiet small">
                    {fill(t.matches, { n: session.matches })} · {fill(t.players, { n: session.players })} ·{' '}
                    <span className="ref">{session.session_external_ref}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}
