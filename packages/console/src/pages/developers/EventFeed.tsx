import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment, formatScore } from '../../numbers.ts';
import { Check } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Page.tsx';

const t = texts('console.developers.event_feed');

const POLL_MS = 5_000;
const SHOWN = 100;

/** The events since those that are shown, newest first. The feed begins with all events if they fit, else with the latest. */
async function readNewest(known: readonly Api.Event[], signal: AbortSignal): Promise<readonly Api.Event[]> {
  const { events } = bandeja();
  const after = known[0]?.id;
  if (after === undefined) {
    const all = await events.list({ limit: SHOWN, signal });
    return all.pagination.has_more ? (await events.list({ latest: true, signal })).data : all.data.toReversed();
  }
  const { data } = await events.list({ limit: SHOWN, after, signal });
  return [...data.toReversed(), ...known].slice(0, SHOWN);
}

export function EventFeed() {
  const [isFollowing, setFollowing] = useState(true);
  const [known, setKnown] = useState<readonly Api.Event[]>([]);
  const events = useQuery({
    queryKey: ['events'],
    queryFn: async ({ signal }) => {
      const newest = await readNewest(known, signal);
      setKnown(newest);
      return newest;
    },
    refetchInterval: isFollowing ? POLL_MS : false,
    gcTime: 0,
  });
  return (
    <>
      <Check label={t('follow')} checked={isFollowing} onChange={(event) => setFollowing(event.target.checked)} />
      <Loaded query={events} rows={8}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('empty')} hint={t('first')} />
          ) : (
            <ol className="events">
              {rows.map((event) => (
                <li key={event.id}>
                  <span className="quiet small">{formatMoment(event.created_at)}</span>
                  <code>{event.type}</code>
                  <span className="small">
                    <Subject event={event} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </>
  );
}

/** What the event is about, as a link. */
function Subject({ event }: { readonly event: Api.Event }) {
  switch (event.type) {
    case 'rating.updated':
      return (
        <>
          <PlayerName player={event.data} />{' '}
          {event.data.service_score_before !== null &&
            `${formatScore(event.data.service_score_before)} → ${formatScore(event.data.service_score_after ?? 0)}`}
        </>
      );
    case 'player.registered':
    case 'player.erased':
      return <PlayerName player={event.data} />;
    case 'webhook_endpoint.disabled':
      return (
        <Link to="/developers" search={{ tab: 'webhooks', endpoint: event.data.webhook_endpoint_id }}>
          {event.data.webhook_endpoint_id}
        </Link>
      );
    default:
      return (
        <Link to="/matches/$id" params={{ id: event.data.match.id }}>
          {event.data.match.external_ref}
        </Link>
      );
  }
}

function PlayerName({
  player: { profile_id: id, username },
}: {
  readonly player: Pick<Api.RatingEvent['data'], 'profile_id' | 'username'>;
}) {
  if (username === null) return '–';
  return (
    <Link to="/players/$username" params={{ username: id ?? username }}>
      {username}
    </Link>
  );
}
