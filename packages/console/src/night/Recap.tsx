import { type Api, BandejaError, type BandejaNight } from '@bandeja/client';
import { useCallback } from 'react';
import { fill, texts } from '../language.ts';
import { pairNames } from '../names.ts';
import { formatDay } from '../numbers.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Empty, Tile } from '../parts/Page.tsx';
import { SharedPicture, useTheme } from '../parts/SharedPicture.tsx';
import { type OpenLink, useAnswer } from './link.ts';
import { Standings } from './Standings.tsx';

const t = texts({
  ranking: ['Final ranking', 'Clasificación final', 'Classificação final'],
  matches: ['{n} {n|match|matches}', '{n} {n|partido|partidos}', '{n} {n|encontro|encontros}'],
  closest: ['Closest match', 'Partido más igualado', 'Encontro mais renhido'],
  upset: ['Biggest upset', 'Mayor sorpresa', 'Maior surpresa'],
  poster: ['Poster of the night', 'Cartel de la noche', 'Cartaz da noite'],
  print: ['Print', 'Imprimir', 'Imprimir'],
  none: ['No result was entered', 'No se anotó ningún resultado', 'Não foi registado nenhum resultado'],
});

interface NightRecapProps {
  readonly night: Api.Night;
  readonly link: OpenLink;
}

/** A closed night, to read, print and share. */
export function NightRecap({ night, link: { client } }: NightRecapProps) {
  const theme = useTheme();
  const recap = useAnswer(useCallback((signal) => readRecap(client, signal), [client]));
  const poster = useAnswer(useCallback((signal) => client.poster({ theme, signal }), [client, theme]));
  return (
    <Loaded query={recap} rows={8}>
      {(data) =>
        data === null ? (
          <Empty title={t.none} />
        ) : (
          <div className="columns even">
            <div className="stack">
              <Tile title={t.ranking} note={noteOf(data)}>
                <Standings night={night} />
                <div className="actions">
                  <button type="button" onClick={() => window.print()}>
                    {t.print}
                  </button>
                </div>
              </Tile>
              <Highlight title={t.closest} match={data.closest} />
              <Highlight title={t.upset} match={data.biggest_upset} />
            </div>
            <Loaded query={poster} rows={6}>
              {(svg) => <SharedPicture svg={svg} label={t.poster} fileName="night" />}
            </Loaded>
          </div>
        )
      }
    </Loaded>
  );
}

/** Null without a result. */
async function readRecap(client: BandejaNight, signal: AbortSignal): Promise<Api.NightRecap | null> {
  try {
    return await client.recap({ signal });
  } catch (error) {
    if (error instanceof BandejaError && error.code === 'session_not_found') return null;
    throw error;
  }
}

const noteOf = ({ venue_label: venue, started_at: start, matches }: Api.NightRecap): string =>
  [venue, start && formatDay(start), fill(t.matches, { n: matches })].filter(Boolean).join(' · ');

function Highlight({ title, match }: { readonly title: string; readonly match: Api.NightScoreline | null }) {
  if (match === null) return null;
  const { A, B } = match.players;
  const [first, second] = match.winning_team === 'B' ? [B, A] : [A, B];
  return (
    <Tile title={title}>
      <div className="highlight">
        <span className={match.winning_team === null ? undefined : 'winner'}>{pairNames(first)}</span>
        <strong>{match.set_scores?.replaceAll('-', '–') ?? '–'}</strong>
        <span>{pairNames(second)}</span>
      </div>
    </Tile>
  );
}
