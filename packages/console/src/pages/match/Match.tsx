import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { pairNames } from '../../names.ts';
import { nightTitle } from '../../night/words.ts';
import { formatMoment, formatScore, formatShare } from '../../numbers.ts';
import { Facts } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page, Tile } from '../../parts/Page.tsx';
import { MatchChips, PlayerLink, Scoreboard } from '../../parts/people.tsx';
import { Change, isPlacing } from '../../parts/scores.tsx';
import { AuditTrail } from './AuditTrail.tsx';
import { ConfirmationTile } from './Confirmation.tsx';
import { Rhythm } from './Rhythm.tsx';
import { MatchActions } from './writes.tsx';

const t = texts('console.match.match');

const page = getRouteApi('/matches/$id');

export function Match() {
  const { id } = page.useParams();
  const match = useQuery({ queryKey: ['match', id], queryFn: ({ signal }) => bandeja().matches.get(id, { signal }) });
  return (
    <Page
      title={t('title')}
      subtitle={match.data && formatMoment(match.data.played_at)}
      actions={match.data !== undefined && <MatchActions match={match.data} />}
    >
      <Loaded query={match}>
        {(data) => (
          <div className="columns even">
            <div className="stack">
              <Result match={data} />
              <ConfirmationTile match={data} />
              {data.set_scores.some((set) => set.game_winners !== null) && (
                <Tile title={t('rhythm')}>
                  <Rhythm match={data} />
                </Tile>
              )}
            </div>
            <div className="stack">
              <Explanation match={data} />
              <AuditTrail matchId={id} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Result({ match }: { readonly match: Api.Match }) {
  const { session_external_ref: ref, duration_minutes: minutes, competition_type: type } = match;
  return (
    <Tile title={t('result')} note={<MatchChips match={match} />}>
      <Scoreboard match={match} />
      <Facts
        facts={[
          [
            t('session'),
            ref && (
              <Link key="session" to="/sessions/$ref" params={{ ref }}>
                {nightTitle(null, match.played_at)}
              </Link>
            ),
          ],
          [t('venue'), match.venue_label],
          [t('competition'), type && t(type)],
          [t('minutes'), minutes && t('minutes_value', { n: minutes })],
          [t('trust'), t(match.trust_tier)],
          [t('reason'), match.void_reason],
        ]}
      />
    </Tile>
  );
}

function Explanation({ match }: { readonly match: Api.Match }) {
  const explanation = useQuery({
    queryKey: ['explanation', match.id],
    queryFn: ({ signal }) => bandeja().matches.explanation(match.id, { signal }),
  });
  return (
    <Tile title={t('why')} note={t('why_note')}>
      <Loaded query={explanation}>
        {({ participants, win_probability: chances }) =>
          participants.length === 0 ? (
            <p className="quiet">{t('unrated')}</p>
          ) : (
            <>
              {chances !== null && <Chance match={match} chances={chances} />}
              {participants.map((explained, slot) => (
                <ExplainedPlayer
                  key={explained.profile_id ?? slot}
                  explained={explained}
                  player={match.participants[slot]}
                />
              ))}
            </>
          )
        }
      </Loaded>
    </Tile>
  );
}

function Chance({
  match,
  chances,
}: {
  readonly match: Api.Match;
  readonly chances: { readonly A: number; readonly B: number };
}) {
  const favourite = chances.A >= chances.B ? 'A' : 'B';
  const names = pairNames(match.participants.filter(({ team }) => team === favourite));
  return <p>{t('chance', { names, share: formatShare(chances[favourite]) })}</p>;
}

interface ExplainedPlayerProps {
  readonly explained: Api.ExplainedParticipant;
  readonly player: Api.MatchParticipant | undefined;
}

/** While the player’s score is provisional, the reasons are shown without points. */
function ExplainedPlayer({ explained, player }: ExplainedPlayerProps) {
  const { username, delta, service_score_after: score } = explained;
  const profile = useQuery({
    queryKey: ['player', username],
    queryFn: ({ signal }) => bandeja().players.get(username ?? '', { signal }),
    enabled: username !== null,
  });
  if (player === undefined || profile.isLoading) return null;
  const isPlaced = profile.data !== undefined && isPlacing(profile.data.rating);
  return (
    <section className="explained">
      <h3>
        <PlayerLink player={player} /> {delta !== null && !isPlaced && <Change points={delta} />}
      </h3>
      {score !== null && isPlaced && <p className="small">{t('placed', { score: formatScore(score) })}</p>}
      {explained.parts === null ? (
        <p className="quiet">{t('hidden')}</p>
      ) : (
        <ul>
          {explained.parts.map((part) => (
            <li key={part.code}>
              {!isPlaced && <Change points={part.points} />} <span>{part.text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
