import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { MatchList } from '../../parts/people.tsx';
import { isPlacing, LargeScore } from '../../parts/scores.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { EnterMatch } from '../matches/EnterMatch.tsx';
import { AnalysisPart } from './Analysis.tsx';
import { History } from './History.tsx';
import { StartingLevelTile } from './StartingLevel.tsx';
import { PlayerActions } from './writes.tsx';

const t = texts('console.player.player');

const page = getRouteApi('/players/$username');

export function Player() {
  const { username } = page.useParams();
  const { tab = 'overview' } = page.useSearch();
  const card = useQuery({
    queryKey: ['card', username],
    queryFn: ({ signal }) => bandeja().players.card(username, { signal }),
  });
  const link = (name?: string) => ({ to: '/players/$username', params: { username }, search: { tab: name } }) as const;
  return (
    <Page
      title={card.data?.player.display_name ?? t('player')}
      {...(card.data !== undefined && {
        actions: <LargeScore player={{ ...card.data.player, rating: card.data.rating }} />,
      })}
    >
      <Tabs
        label={t('parts')}
        tabs={[
          { label: t('overview'), link: link(), isActive: tab === 'overview' },
          { label: t('analysis'), link: link('analysis'), isActive: tab === 'analysis' },
          { label: t('matches'), link: link('matches'), isActive: tab === 'matches' },
          { label: t('manage'), link: link('manage'), isActive: tab === 'manage' },
        ]}
      />
      {tab === 'overview' && <Loaded query={card}>{(data) => <Overview card={data} />}</Loaded>}
      {tab === 'analysis' && <AnalysisPart username={username} />}
      {tab === 'matches' && <Matches username={username} card={card.data} />}
      {tab === 'manage' && <Loaded query={card}>{({ player }) => <PlayerActions player={player} />}</Loaded>}
    </Page>
  );
}

function Overview({ card }: { readonly card: Api.PlayerCard }) {
  const { player, rating } = card;
  const { starting_level: level } = player;
  return (
    <div className="columns">
      <Picture
        label={t('card', { name: player.display_name })}
        fileName={`${player.username}-card`}
        queryKey={['card.svg', player.id]}
        read={(theme, signal) => bandeja().players.cardPicture(player.id, { theme, signal })}
      />
      <div className="stack">
        <Tile title={t('history')}>
          <History id={player.id} rating={rating} />
        </Tile>
        {level !== null && isPlacing(rating) && <StartingLevelTile level={level} />}
      </div>
    </div>
  );
}

interface MatchesProps {
  readonly username: string;
  /** Undefined while it is read. */
  readonly card: Api.PlayerCard | undefined;
}

function Matches({ username, card }: MatchesProps) {
  const showsChanges = card !== undefined && !isPlacing(card.rating);
  const matches = usePages<Api.HistoryMatch>(['player-matches', username], (where) =>
    bandeja().players.matches(username, { limit: 25, ...where }),
  );
  return (
    <PagedList
      query={matches}
      empty={
        <Empty title={t('no_matches')}>
          <EnterMatch />
        </Empty>
      }
    >
      {(rows) => <MatchList matches={rows} showsChanges={showsChanges} {...(card && { subject: card.player.id })} />}
    </PagedList>
  );
}
