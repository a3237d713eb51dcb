import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { pairNames, shownName } from '../../names.ts';
import { recapHighlights } from '../../night/Highlights.tsx';
import { nightTitle } from '../../night/words.ts';
import { formatAverage, formatDay, formatDecimal, formatNumber, formatScore, formatShare } from '../../numbers.ts';
import { DownloadCsv } from '../../parts/DownloadCsv.tsx';
import { Facts } from '../../parts/Figures.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { MatchList, PlayerCell, sharedNames } from '../../parts/people.tsx';
import { Change, confidenceOf } from '../../parts/scores.tsx';
import { Table } from '../../parts/Table.tsx';
import { usePlan } from '../plan/queries.ts';
import { ReopenNight } from '../plan/ReopenNight.tsx';

const t = texts('console.session.session');

const page = getRouteApi('/sessions/$ref');

export function Session() {
  const { ref } = page.useParams();
  const navigate = useNavigate();
  const recap = useQuery({
    queryKey: ['recap', ref],
    queryFn: ({ signal }) => bandeja().sessions.recap(ref, { signal }),
  });
  const matches = usePages<Api.Match>(['session-matches', ref], (where) =>
    bandeja().matches.list({ limit: 50, session_external_ref: ref, ...where }),
  );
  const plan = usePlan(ref);
  const { name = null, started_at: startedAt = null, venue_label: venue = null } = recap.data ?? {};
  return (
    <Page
      title={startedAt === null && name === null ? t('night') : nightTitle(name, startedAt)}
      subtitle={[startedAt && formatDay(startedAt), venue].filter(Boolean).join(' · ')}
      actions={
        <>
          {plan.data?.state === 'closed' && (
            <ReopenNight plan={plan.data} onDone={() => void navigate({ to: '/tonight/$ref', params: { ref } })} />
          )}
          {plan.data != null && (
            <Link className="button" to="/tonight/$ref" params={{ ref }}>
              {t('plan')}
            </Link>
          )}
          <DownloadCsv path={`/v1/matches/sessions/${encodeURIComponent(ref)}`} fileName={`${ref}-ranking`} />
        </>
      }
    >
      <Loaded query={recap}>
        {(data) => (
          <div className="columns even">
            <div className="stack">
              <Ranking recap={data} unit={matches.data?.rows[0]?.scoring ?? 'games'} />
              <InShort recap={data} />
            </div>
            <Picture
              label={t('poster')}
              fileName={`${ref}-recap`}
              queryKey={['recap.svg', ref]}
              read={(theme, signal) => bandeja().sessions.recapPicture(ref, { theme, signal })}
            />
          </div>
        )}
      </Loaded>
      <h2>{t('matches')}</h2>
      {recap.data !== undefined && <p className="quiet small">{t('counts', recap.data.matches)}</p>}
      <PagedList query={matches} empty={<Empty title={t('empty')} />}>
        {(rows) => <MatchList matches={rows} />}
      </PagedList>
    </Page>
  );
}

interface RankingProps {
  readonly recap: Api.SessionRecap;
  readonly unit: NonNullable<Api.Match['scoring']>;
}

/** Phones show only the number that decides, beside the score. */
const classIn =
  ({ rank_by: rule }: Api.SessionRecap) =>
  (number: typeof rule | 'sets'): string =>
    number === rule ? 'number decides' : 'number wide';

const averageText = (average: number | null): string => (average === null ? '–' : formatAverage(average));

function Ranking({ recap, unit }: RankingProps) {
  const shared = sharedNames(recap.leaderboard);
  // Only fixed pairs have a rank.
  if (recap.pairs.some(({ rank }) => rank !== null)) return <PairRanking {...{ recap, unit, shared }} />;
  const classOf = classIn(recap);
  const isByAverage = recap.rank_by === 'average';
  return (
    <Tile title={t('ranking')}>
      <Table
        isRanking
        columns={[
          [t('rank'), 'hidden'],
          t('player'),
          [t('won'), classOf('wins')],
          [t(unit), classOf('points')],
          ...(isByAverage ? [[t('average'), classOf('average')] as const] : []),
          [t('score'), 'number'],
        ]}
      >
        {recap.leaderboard.map((row) => (
          <tr key={row.profile_id ?? `rank-${row.rank}`} className={row.rank === 1 ? 'first' : undefined}>
            <td className="rank">{row.rank}</td>
            <td>
              <PlayerCell player={row} shared={shared} />
            </td>
            <td className={classOf('wins')}>
              {formatNumber(row.wins)}/{formatNumber(row.played)}
            </td>
            <td className={classOf('points')}>
              {formatNumber(row.games_won)}–{formatNumber(row.games_lost)}
            </td>
            {isByAverage && <td className={classOf('average')}>{averageText(row.average)}</td>}
            <td className="number">
              <ScoreAfter row={row} />
            </td>
          </tr>
        ))}
      </Table>
    </Tile>
  );
}

interface PairRankingProps extends RankingProps {
  readonly shared: ReadonlySet<string>;
}

/** Fixed pairs, with the change of both players' scores. */
function PairRanking({ recap, unit, shared }: PairRankingProps) {
  const { pairs, leaderboard } = recap;
  const classOf = classIn(recap);
  const isByAverage = recap.rank_by === 'average';
  const rows = new Map(leaderboard.map((row) => [row.profile_id, row]));
  const hasSets = pairs.some((pair) => pair.sets_won + pair.sets_lost > pair.played);
  return (
    <Tile title={t('ranking')}>
      <Table
        isRanking
        columns={[
          [t('rank'), 'hidden'],
          t('pair'),
          [t('won'), classOf('wins')],
          ...(hasSets ? [[t('sets'), classOf('sets')] as const] : []),
          [t(unit), classOf('points')],
          ...(isByAverage ? [[t('average'), classOf('average')] as const] : []),
          [t('score'), 'number'],
        ]}
      >
        {pairs.map((pair) => (
          <tr
            key={pair.players.map(({ username }) => username).join()}
            className={pair.rank === 1 ? 'first' : undefined}
          >
            <td className="rank">{pair.rank}</td>
            <td>
              {pair.players.map((player) => (
                <PlayerCell key={player.username} player={player} shared={shared} />
              ))}
            </td>
            <td className={classOf('wins')}>
              {formatNumber(pair.wins)}/{formatNumber(pair.played)}
            </td>
            {hasSets && (
              <td className={classOf('sets')}>
                {formatNumber(pair.sets_won)}–{formatNumber(pair.sets_lost)}
              </td>
            )}
            <td className={classOf('points')}>
              {formatNumber(pair.games_won)}–{formatNumber(pair.games_lost)}
            </td>
            {isByAverage && <td className={classOf('average')}>{averageText(pair.average)}</td>}
            <td className="number">
              {pair.players.map(({ profile_id: id }) => {
                const row = rows.get(id);
                return <div key={id}>{row === undefined ? '–' : <ScoreAfter row={row} />}</div>;
              })}
            </td>
          </tr>
        ))}
      </Table>
    </Tile>
  );
}

/** A provisional score only places a player: the change would say nothing about how the player did. */
function ScoreAfter({ row }: { readonly row: Api.SessionLeaderboardRow }) {
  const { note, confidence_level: level, service_score_change: change } = row;
  if (note !== null)
    return (
      <span className="score" title={note.text}>
        {formatScore(note.values.service_score)} <small className="quiet">{t('placed')}</small>
      </span>
    );
  if (level === 'provisional') return <small className="quiet">{confidenceOf(level)}</small>;
  return change === null ? '–' : <Change points={change} />;
}

type Scoreline = Pick<Api.Scoreline, 'match_id' | 'players' | 'winning_team'> & { readonly set_scores: string | null };

/** “Winners – losers 6-4 6-3”, as a link to the match. */
function MatchLink({ line }: { readonly line: Scoreline }) {
  const { A, B } = line.players;
  const [first, second] = line.winning_team === 'B' ? [B, A] : [A, B];
  return (
    <Link to="/matches/$id" params={{ id: line.match_id }}>
      {pairNames(first)} – {pairNames(second)} {line.set_scores}
    </Link>
  );
}

function InShort({ recap }: { readonly recap: Api.SessionRecap }) {
  const { closest, upset, over } = recapHighlights(recap);
  if (closest === null && upset === null && over === null) return null;
  return (
    <Tile title={t('short')}>
      <Facts
        facts={[
          [t('closest'), closest && <MatchLink key="closest" line={closest} />],
          [
            t('upset'),
            upset && (
              <span key="upset">
                <MatchLink line={upset} /> ({t('upset_chance', { chance: formatShare(upset.winner_probability) })})
              </span>
            ),
          ],
          [
            t('over'),
            over &&
              `${shownName(over)}: ${t('over_value', {
                actual: formatDecimal(over.actual_wins),
                expected: formatDecimal(over.expected_wins),
              })}`,
          ],
        ]}
      />
    </Tile>
  );
}
