import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { rosterName } from '../../names.ts';
import { formatDay, formatNumber } from '../../numbers.ts';
import { Field, Select } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { PlayerCell, PrivateChip, sharedNames } from '../../parts/people.tsx';
import { confidenceOf, Score } from '../../parts/scores.tsx';
import { Table } from '../../parts/Table.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { searchedWords, WORDS_LENGTH_MAX } from '../plan/named-players.ts';
import { NewNight } from '../tonight/NewNight.tsx';
import { Leaderboard } from './Leaderboard.tsx';
import { RegisterFile } from './RegisterFile.tsx';
import { WindowSelect, windowOf } from './WindowSelect.tsx';
import { ManageRoster, NewRoster, RedeemShare, RegisterPlayer } from './writes.tsx';

const t = texts('console.players.players');

const page = getRouteApi('/players');

/** How long someone stops typing before the list is read. */
const TYPING_PAUSE_MS = 200;

export function Players() {
  const { q, roster, window: chosenWindow } = page.useSearch();
  const window = windowOf(chosenWindow);
  const navigate = page.useNavigate();
  const [words, setWords] = useState(q ?? '');
  const [isEditing, setEditing] = useState(false);
  const mayEdit = useForbidden(needs.writePlayers) === null;
  // A link or “Back” may change the address: then the field follows.
  const sent = useRef(q);
  useEffect(() => {
    if (q !== sent.current) setWords(q ?? '');
    sent.current = q;
  }, [q]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const searched = searchedWords(words);
      if (searched === q) return;
      sent.current = searched;
      void navigate({ search: (now) => ({ ...now, q: sent.current }), replace: true });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, q, navigate]);
  const rosters = useQuery({
    queryKey: ['rosters'],
    queryFn: ({ signal }) => bandeja().rosters.list({ limit: 100, signal }),
  });
  const chosen = rosters.data?.data.find(({ slug }) => slug === roster);
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <NewRoster />
          <RegisterFile roster={roster} />
          <Link className="button" to="/ranking">
            {t('ranking')}
          </Link>
          <RegisterPlayer roster={roster} />
        </>
      }
    >
      <search className="filters">
        <Field
          label={t('search')}
          type="search"
          value={words}
          maxLength={WORDS_LENGTH_MAX}
          onChange={(event) => setWords(event.target.value)}
        />
        <Select
          label={t('roster')}
          value={roster ?? ''}
          onChange={(event) =>
            void navigate({ search: (now) => ({ ...now, roster: event.target.value || undefined }) })
          }
        >
          <option value="">{t('everyone')}</option>
          {rosters.data?.data.map((one) => (
            <option key={one.slug} value={one.slug}>
              {rosterName(one)}
            </option>
          ))}
        </Select>
        {chosen !== undefined && (
          <>
            <WindowSelect
              window={window}
              onChange={(to) => void navigate({ search: (now) => ({ ...now, window: to }) })}
            />
            <div className="actions">
              {mayEdit && (
                <button type="button" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
                  {t('edit')}
                </button>
              )}
              <RedeemShare roster={chosen} />
              <ManageRoster roster={chosen} />
            </div>
          </>
        )}
      </search>
      {roster !== undefined && q === undefined ? (
        <Leaderboard
          roster={roster}
          window={window}
          isEditing={isEditing && mayEdit}
          empty={
            <Empty title={t('no_members')} hint={t('first_member')}>
              <div className="actions">
                <RegisterFile roster={roster} />
                <RegisterPlayer roster={roster} />
              </div>
            </Empty>
          }
        />
      ) : (
        <PlayerTable q={q} roster={roster} />
      )}
    </Page>
  );
}

interface Filters {
  readonly q: string | undefined;
  readonly roster: string | undefined;
}

function PlayerTable({ q, roster }: Filters) {
  const players = usePages<Api.Player>(['players', { q, roster }], (where) =>
    bandeja().players.list({ limit: 50, q: searchedWords(q ?? ''), roster, ...where }),
  );
  const empty =
    q === undefined ? (
      <Empty title={t('none')} hint={t('first')}>
        <div className="actions">
          <NewNight />
          <RegisterFile roster={roster} />
          <RegisterPlayer roster={roster} />
        </div>
      </Empty>
    ) : (
      <Empty title={t('no_hit')} hint={t('try_other')} />
    );
  const shared = sharedNames(players.data?.rows ?? []);
  return (
    <PagedList query={players} empty={empty}>
      {(rows) => (
        <Table
          columns={[
            t('player'),
            [t('score'), 'number'],
            [t('confidence'), 'wide'],
            [t('matches'), 'number wide'],
            [t('last'), 'number wide'],
          ]}
        >
          {rows.map((player) => (
            <tr key={player.id}>
              <td>
                <PlayerCell player={player} shared={shared}>
                  {!player.profile_is_public && <PrivateChip />}
                </PlayerCell>
              </td>
              <td className="number">
                <Score player={player} />
              </td>
              <td className="wide">{confidenceOf(player.rating.confidence_level)}</td>
              <td className="number wide">{formatNumber(player.rating.matches_played)}</td>
              <td className="number wide">
                {player.rating.last_played_at === null ? t('never') : formatDay(player.rating.last_played_at)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </PagedList>
  );
}
