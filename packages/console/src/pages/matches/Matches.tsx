import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { clubZone } from '../../club.ts';
import { rangeOf } from '../../days.ts';
import { texts } from '../../language.ts';
import { DayRange } from '../../parts/DayRange.tsx';
import { DownloadCsv } from '../../parts/DownloadCsv.tsx';
import { Select } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { MatchList } from '../../parts/people.tsx';
import { PlayerSearch } from '../plan/PlayerSearch.tsx';
import { Disputes } from './Disputes.tsx';
import { EnterMatch } from './EnterMatch.tsx';

const t = texts('console.matches.matches');

const page = getRouteApi('/matches');

const statuses = ['pending', 'completed', 'voided'] as const;

export function Matches() {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const { player } = search;
  const status = statuses.find((one) => one === search.status);
  const isDisputed = search.status === 'disputed';
  const confirmation_state = isDisputed ? ('disputed' as const) : undefined;
  const filters = { status, confirmation_state, player, ...rangeOf(search, clubZone()) };
  const matches = usePages<Api.Match>(['matches', search], (where) =>
    bandeja().matches.list({ limit: 25, ...filters, ...where }),
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
      title={t('title')}
      actions={
        <>
          {isAnyDisputed.data === true && !isDisputed && (
            <Link className="button" to="/matches" search={{ status: 'disputed' }}>
              {t('disputed')}
            </Link>
          )}
          <EnterMatch />
          <Link className="button" to="/import/{-$id}" params={{ id: undefined }}>
            {t('import')}
          </Link>
          <Link className="button" to="/imports">
            {t('imports')}
          </Link>
          <DownloadCsv path="/v1/matches" query={filters} fileName="matches" />
        </>
      }
    >
      <div className="filters">
        <Select
          label={t('status')}
          value={isDisputed ? 'disputed' : (status ?? '')}
          onChange={(event) => void navigate({ search: { ...search, status: event.target.value || undefined } })}
        >
          <option value="">{t('any')}</option>
          <option value="completed">{t('completed')}</option>
          <option value="pending">{t('pending')}</option>
          <option value="disputed">{t('disputed')}</option>
          <option value="voided">{t('voided')}</option>
        </Select>
        <DayRange
          range={search}
          onChange={({ since, until }) => void navigate({ search: { status: search.status, player, since, until } })}
        />
        <PlayerFilter player={player} onChange={(chosen) => void navigate({ search: { ...search, player: chosen } })} />
      </div>
      <PagedList
        query={matches}
        empty={
          isDisputed ? (
            <Empty title={t('no_dispute')} />
          ) : Object.keys(search).length > 0 ? (
            <Empty title={t('empty')}>
              <Link className="button" to="/matches">
                {t('unfiltered')}
              </Link>
            </Empty>
          ) : (
            <Empty title={t('empty')} hint={t('first')}>
              <div className="actions">
                <Link className="button main" to="/tonight">
                  {t('night')}
                </Link>
                <EnterMatch />
                <Link className="button" to="/import/{-$id}" params={{ id: undefined }}>
                  {t('import')}
                </Link>
              </div>
            </Empty>
          )
        }
      >
        {(rows) => (isDisputed ? <Disputes matches={rows} /> : <MatchList matches={rows} />)}
      </PagedList>
    </Page>
  );
}

interface PlayerFilterProps {
  /** An id or a username. */
  readonly player: string | undefined;
  readonly onChange: (player: string | undefined) => void;
}

function PlayerFilter({ player, onChange }: PlayerFilterProps) {
  const chosen = useQuery({
    queryKey: ['player', player],
    queryFn: ({ signal }) => bandeja().players.get(player ?? '', { signal }),
    enabled: player !== undefined,
  });
  if (player === undefined)
    return <PlayerSearch label={t('player')} taken={[]} byId registers={false} onChoose={({ id }) => onChange(id)} />;
  return (
    <button type="button" onClick={() => onChange(undefined)}>
      {chosen.data?.display_name ?? player} · {t('any_player')}
    </button>
  );
}
