import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment, formatNumber } from '../../numbers.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { readPersonNames } from '../../person-names.ts';
import { sentencesOf } from './trail-sentences.ts';
import { type Verification, verifyTrail } from './verify-trail.ts';

const t = texts('console.match.audit_trail');

export function AuditTrail({ matchId }: { readonly matchId: string }) {
  const trail = useQuery({
    queryKey: ['match-audit', matchId],
    queryFn: async ({ signal }) => {
      const [{ data }, names] = await Promise.all([
        bandeja().matches.audit(matchId, { limit: 100, signal }),
        readPersonNames(signal),
      ]);
      return { data, names };
    },
  });
  return (
    <Tile title={t('title')}>
      <Loaded query={trail} rows={2}>
        {({ data, names }) => (
          <>
            <ol className="trail">
              {data.map((entry) => (
                <li key={entry.seq}>
                  {sentencesOf(entry, names).map((sentence) => (
                    <p key={sentence}>{sentence}</p>
                  ))}
                  <small className="quiet">
                    {t('entry', { time: formatMoment(entry.at), seq: String(entry.seq) })}
                  </small>
                </li>
              ))}
            </ol>
            <Verify matchId={matchId} entries={data} />
          </>
        )}
      </Loaded>
    </Tile>
  );
}

function Verify({ matchId, entries }: { readonly matchId: string; readonly entries: readonly Api.AuditEntry[] }) {
  const [verified, setVerified] = useState(0);
  const check = useQuery({
    queryKey: ['verify', matchId, entries.at(-1)?.hash],
    queryFn: ({ signal }) => verifyTrail(bandeja(), entries, { signal, onProgress: setVerified }),
    enabled: false,
    staleTime: 0,
  });
  if (!window.isSecureContext) return <p className="quiet small">{t('no_tls')}</p>;
  return (
    <div aria-live="polite">
      {check.data !== undefined && <Outcome verification={check.data} />}
      {check.error !== null && <Fault error={check.error} />}
      {check.isFetching ? (
        <p>{t('verifying', { n: verified })}</p>
      ) : (
        <button type="button" onClick={() => void check.refetch()}>
          {t('verify')}
        </button>
      )}
    </div>
  );
}

function Outcome({ verification: { entries, brokenAt } }: { readonly verification: Verification }) {
  if (brokenAt === null) return <p className="good">{t('intact', { n: entries })}</p>;
  return <p className="bad">{t('broken', { seq: formatNumber(brokenAt) })}</p>;
}
