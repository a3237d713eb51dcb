import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '../../numbers.ts';
import { Scoreboard } from '../../parts/people.tsx';
import { Answers } from '../match/Confirmation.tsx';
import { MatchActions } from '../match/writes.tsx';

/** Disputed matches with the reasons, and what decides about each. */
export function Disputes({ matches }: { readonly matches: readonly Api.Match[] }) {
  return (
    <div className="stack">
      {matches.map((match) => (
        <section key={match.id} className="tile">
          <Link className="row" to="/matches/$id" params={{ id: match.id }}>
            <span className="when small quiet">
              {[formatMoment(match.played_at), match.venue_label].filter((part) => part !== null).join(' · ')}
            </span>
            <Scoreboard match={match} />
          </Link>
          <Answers match={match} />
          <div className="actions">
            <MatchActions match={match} />
          </div>
        </section>
      ))}
    </div>
  );
}
