import { type Import, ImportFault, type Row } from '@bandeja/importer';
import { locale, texts } from '../../language.ts';
import { Tile } from '../../parts/Page.tsx';
import { Scoreboard } from '../../parts/people.tsx';
import { columnLabel, gapText, messageText } from './messages.ts';
import { FileProblem } from './parts.tsx';

const t = texts('console.import.preview');

const MATCHES_SHOWN = 3;

interface PreviewProps {
  readonly importing: Import;
  readonly rows: readonly Row[] | ImportFault;
}

/** The first matches of the file and what was assumed, or what is still missing. */
export function Preview({ importing, rows }: PreviewProps) {
  const question = importing.questions.find(({ isOpen }) => isOpen);
  if (rows instanceof ImportFault && question === undefined) return <FileProblem error={rows} />;
  const { gaps, rivals } = question?.code === 'columns' ? question : { gaps: [], rivals: [] };
  const first = rows instanceof ImportFault ? [] : rows.filter(({ faults }) => faults.length === 0);
  return (
    <Tile title={t('preview')} note={t('preview_note')}>
      <div role="status" className="stack-small">
        {gaps.length > 0 && <p className="warn">{t('missing', { list: gaps.map(gapText).join(', ') })}</p>}
        {rivals.map(({ column }) => (
          <p key={column} className="warn">
            {t('twice', { name: columnLabel(column) })}
          </p>
        ))}
        {question !== undefined && question.code !== 'columns' && <p className="quiet">{t('answer')}</p>}
        {question === undefined && first.length === 0 && <p className="warn">{t('unreadable')}</p>}
        {first.length > 0 && (
          <ul className="matches one">
            {first.slice(0, MATCHES_SHOWN).map((row) => (
              <li key={row.line} className="row">
                <PreviewMatch row={row} />
              </li>
            ))}
          </ul>
        )}
        {importing.notes.map((note) => (
          <p key={`${note.code} ${JSON.stringify(note.values)}`} className="small quiet">
            {messageText(note)}
          </p>
        ))}
      </div>
    </Tile>
  );
}

/** The month is a word, so that a wrong order of day and month shows. The clock is that of the place. */
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

function PreviewMatch({ row: { match, players } }: { readonly row: Row }) {
  const { winning_team: winner = null, set_scores: sets, played_at: playedAt, venue_label: venue } = match;
  // The session of a day is named by it.
  const session = /^\d{4}-\d\d-\d\d$/.test(match.session_external_ref ?? '') ? '' : match.session_external_ref;
  const where = [venue, session].filter((text) => text != null && text !== '');
  const participants = players.map((name, index) => ({
    team: index < 2 ? ('A' as const) : ('B' as const),
    display_name: name,
    username: null,
    profile_id: null,
  }));
  const shown = moment.format(new Date(`${String(playedAt).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`));
  return (
    <>
      <span className="when small quiet">
        {[shown, ...where].join(' · ')}
        {winner === null && ` · ${t('draw')}`}
      </span>
      <Scoreboard match={{ participants, set_scores: sets ?? [], winning_team: winner }} />
    </>
  );
}
