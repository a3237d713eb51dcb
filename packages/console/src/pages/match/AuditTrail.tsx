import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatMoment, formatNumber } from '../../numbers.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { readPersonNames } from '../../person-names.ts';
import { sentencesOf } from './trail-sentences.ts';
import { type Verification, verifyTrail } from './verify-trail.ts';

const t = texts({
  title: ['Audit trail', 'Registro de cambios', 'Registo de alterações'],
  verify: ['Verify in this browser', 'Verificar en este navegador', 'Verificar neste navegador'],
  verifying: ['{n} entries verified …', '{n} entradas verificadas …', '{n} entradas verificadas …'],
  intact: [
    'Intact: all {n} entries of your audit trail match their hashes, and this match is in it unchanged.',
    'Intacto: las {n} entradas de tu registro coinciden con sus hashes, y este partido está en él sin cambios.',
    'Intacto: as {n} entradas do seu registo coincidem com os seus hashes, e este encontro está nele sem alterações.',
  ],
  broken: [
    'Entry {seq} does not match its hash, or an entry is missing before it.',
    'La entrada {seq} no coincide con su hash, o falta una antes.',
    'A entrada {seq} não coincide com o seu hash, ou falta uma antes.',
  ],
  noTls: [
    'Browsers verify hashes only over HTTPS or on localhost. Use the command: bandeja audit verify.',
    'Los navegadores solo verifican hashes por HTTPS o en localhost. Usa el comando: bandeja audit verify.',
    'Os navegadores só verificam hashes por HTTPS ou em localhost. Use o comando: bandeja audit verify.',
  ],
  entry: ['{time} · entry {seq}', '{time} · entrada {seq}', '{time} · entrada {seq}'],
});

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
    <Tile title={t.title}>
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
                    {fill(t.entry, { time: formatMoment(entry.at), seq: String(entry.seq) })}
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
  if (!window.isSecureContext) return <p className="quiet small">{t.noTls}</p>;
  return (
    <div aria-live="polite">
      {check.data !== undefined && <Outcome verification={check.data} />}
      {check.error !== null && <Fault error={check.error} />}
      {check.isFetching ? (
        <p>{fill(t.verifying, { n: verified })}</p>
      ) : (
        <button type="button" onClick={() => void check.refetch()}>
          {t.verify}
        </button>
      )}
    </div>
  );
}

function Outcome({ verification: { entries, brokenAt } }: { readonly verification: Verification }) {
  if (brokenAt === null) return <p className="good">{fill(t.intact, { n: entries })}</p>;
  return <p className="bad">{fill(t.broken, { seq: formatNumber(brokenAt) })}</p>;
}
