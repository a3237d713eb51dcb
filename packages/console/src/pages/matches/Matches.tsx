import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { DayRange, rangeOf } from '../../parts/DayRange.tsx';
import { Field, Select } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { MatchList } from '../../parts/people.tsx';
import { Disputes } from './Disputes.tsx';

const t = texts({
  title: ['Matches', 'Partidos', 'Encontros'],
  import: ['Import a file', 'Importar un archivo', 'Importar um ficheiro'],
  status: ['Status', 'Estado', 'Estado'],
  any: ['Any', 'Todos', 'Todos'],
  pending: ['Pending', 'Pendientes', 'Pendentes'],
  completed: ['Completed', 'Completados', 'Concluídos'],
  voided: ['Voided', 'Anulados', 'Anulados'],
  disputed: ['Disputed', 'En disputa', 'Contestados'],
  noDispute: ['No match is disputed', 'Ningún partido está en disputa', 'Nenhum encontro está contestado'],
  player: ['Username of a player', 'Usuario de un jugador', 'Utilizador de um jogador'],
  session: ['Session', 'Sesión', 'Sessão'],
  filter: ['Filter', 'Filtrar', 'Filtrar'],
  empty: ['No matches here', 'No hay partidos', 'Não há encontros'],
  first: [
    'Change the filters, or import a file with your first matches.',
    'Cambia los filtros o importa un archivo con tus primeros partidos.',
    'Altere os filtros ou importe um ficheiro com os seus primeiros encontros.',
  ],
});

const page = getRouteApi('/matches');

const statuses = ['pending', 'completed', 'voided'] as const;

export function Matches() {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const { player, session } = search;
  const status = statuses.find((one) => one === search.status);
  const isDisputed = search.status === 'disputed';
  const confirmation_state = isDisputed ? ('disputed' as const) : undefined;
  const matches = usePages<Api.Match>(['matches', search], (where) =>
    bandeja().matches.list({
      limit: 25,
      status,
      confirmation_state,
      player,
      session_external_ref: session,
      ...rangeOf(search),
      ...where,
    }),
  );
  const isAnyDisputed = useQuery({
    queryKey: ['any-disputed'],
    queryFn: async ({ signal }) => {
      const { data } = await bandeja().matches.list({ limit: 1, confirmation_state: 'disputed', signal });
      return data.length > 0;
    },
  });
  return (
    <Page
      title={t.title}
      actions={
        <>
          {isAnyDisputed.data === true && !isDisputed && (
            <Link className="button" to="/matches" search={{ status: 'disputed' }}>
              {t.disputed}
            </Link>
          )}
          <Link className="button" to="/import">
            {t.import}
          </Link>
        </>
      }
    >
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const values = new FormData(event.currentTarget);
          const text = (name: string) => String(values.get(name) ?? '').trim() || undefined;
          void navigate({ search: { ...search, player: text('player'), session: text('session') } });
        }}
      >
        <Select
          label={t.status}
          value={isDisputed ? 'disputed' : (status ?? '')}
          onChange={(event) => void navigate({ search: { ...search, status: event.target.value || undefined } })}
        >
          <option value="">{t.any}</option>
          <option value="completed">{t.completed}</option>
          <option value="pending">{t.pending}</option>
          <option value="disputed">{t.disputed}</option>
          <option value="voided">{t.voided}</option>
        </Select>
        <DayRange
          range={search}
          onChange={({ since, until }) =>
            void navigate({ search: { status: search.status, player, session, since, until } })
          }
        />
        <Field label={t.player} name="player" defaultValue={player ?? ''} autoCapitalize="none" />
        <Field label={t.session} name="session" defaultValue={session ?? ''} autoCapitalize="none" />
        <button type="submit">{t.filter}</button>
      </form>
      <PagedList
        query={matches}
        empty={isDisputed ? <Empty title={t.noDispute} /> : <Empty title={t.empty} hint={t.first} />}
      >
        {(rows) => (isDisputed ? <Disputes matches={rows} /> : <MatchList matches={rows} />)}
      </PagedList>
    </Page>
  );
}
