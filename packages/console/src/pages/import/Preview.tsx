import type { Api } from '@bandeja/client';
import type { MatchRow } from '@bandeja/importer/rows';
import { fill, locale, texts } from '../../language.ts';
import { Tile } from '../../parts/Page.tsx';
import { Scoreboard } from '../../parts/people.tsx';
import { columnLabel, gapText } from './labels.ts';
import type { Read } from './reading.ts';

const t = texts({
  preview: ['The first matches', 'Los primeros partidos', 'Os primeiros encontros'],
  previewNote: ['As they would be stored', 'Tal como se guardarían', 'Tal como seriam guardados'],
  missing: ['The file still lacks {list}.', 'Al archivo aún le falta: {list}.', 'Ao ficheiro ainda falta: {list}.'],
  twice: [
    'Two columns have the meaning “{name}”. Set one of them to another, or to “Not used”.',
    'Dos columnas tienen el significado «{name}». Cambia una de ellas o ponla en «No se usa».',
    'Duas colunas têm o significado «{name}». Altere uma delas ou ponha-a em «Não se usa».',
  ],
  unreadable: [
    'No row can be read as a match.',
    'Ninguna fila se puede leer como un partido.',
    'Nenhuma linha pode ser lida como um encontro.',
  ],
  answer: [
    'Answer the question to see them.',
    'Responde a la pregunta para verlos.',
    'Responda à pergunta para os ver.',
  ],
  draw: ['Draw', 'Empate', 'Empate'],
});

/** The first matches of the file, or the columns still missing. */
export function Preview({ read }: { readonly read: Read }) {
  const { gaps, twice, source, preview } = read;
  return (
    <Tile title={t.preview} note={t.previewNote}>
      <div role="status" className="stack-small">
        {gaps.length > 0 && <p className="warn">{fill(t.missing, { list: gaps.map(gapText).join(', ') })}</p>}
        {twice.map((column) => (
          <p key={column} className="warn">
            {fill(t.twice, { name: columnLabel(column) })}
          </p>
        ))}
        {source === null && gaps.length + twice.length === 0 && <p className="quiet">{t.answer}</p>}
        {source !== null && preview.length === 0 && <p className="warn">{t.unreadable}</p>}
        {preview.length > 0 && (
          <ul className="matches one">
            {preview.map((row) => (
              <li key={row.line} className="row">
                <PreviewMatch row={row} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Tile>
  );
}

interface Shown {
  readonly played_at: string;
  readonly winning_team: 'A' | 'B' | null;
  readonly set_scores?: Api.NightResult['set_scores'];
  readonly venue_label?: string;
  readonly session_external_ref?: string;
}

/** The month is a word, so that a wrong order of day and month shows. The clock is that of the place. */
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

function PreviewMatch({ row }: { readonly row: MatchRow }) {
  const match = row.submission as unknown as Shown;
  const { winning_team: winner, set_scores: sets = [] } = match;
  // The session of a day is named by it.
  const session = /^\d{4}-\d\d-\d\d$/.test(match.session_external_ref ?? '') ? '' : match.session_external_ref;
  const where = [match.venue_label, session].filter((text) => text !== undefined && text !== '');
  const participants = row.players.map((name, index) => ({
    team: index < 2 ? ('A' as const) : ('B' as const),
    display_name: name,
    username: null,
    profile_id: null,
  }));
  return (
    <>
      <span className="when small quiet">
        {[moment.format(new Date(`${match.played_at.slice(0, 19)}Z`)), ...where].join(' · ')}
        {winner === null && ` · ${t.draw}`}
      </span>
      <Scoreboard match={{ participants, set_scores: sets, winning_team: winner }} />
    </>
  );
}
