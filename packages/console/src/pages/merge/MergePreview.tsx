import { listCount } from '@bandeja/importer/merge/lists';
import { fill, texts } from '../../language.ts';
import { formatClock } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { MatchList } from '../../parts/people.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { AfterMerge } from './AfterMerge.tsx';
import { readKept } from './kept.ts';
import type { MergePlan } from './merging.ts';
import type { OnUndo } from './UndoMerge.tsx';
import { words } from './words.ts';

const t = texts({
  common: [
    '{from} and {into} played in {n} {n|match|matches} together, so they are two people. They cannot be merged.',
    '{from} y {into} jugaron juntos {n} {n|partido|partidos}, así que son dos personas. No se pueden fusionar.',
    '{from} e {into} jogaram juntos {n} {n|encontro|encontros}, por isso são duas pessoas. Não se podem juntar.',
  ],
  mistake: [
    'If such a match is wrong, amend or void it first.',
    'Si un partido así es un error, corrígelo o anúlalo primero.',
    'Se um encontro destes está errado, corrija-o ou anule-o primeiro.',
  ],
  what: ['What changes', 'Qué cambia', 'O que muda'],
  amend: ['Matches to amend', 'Partidos por corregir', 'Encontros a corrigir'],
  pending: ['Of these pending', 'De ellos pendientes', 'Destes pendentes'],
  before: ['Amended before', 'Corregidos antes', 'Corrigidos antes'],
  voided: ['Voided, not changed', 'Anulados, sin cambios', 'Anulados, sem alteração'],
  foreign: ['Of other clubs, not changed', 'De otros clubes, sin cambios', 'De outros clubes, sem alteração'],
  ratings: [
    'All ratings are recomputed as if {into} had played these matches. The scores of the other players can change, too.',
    'Todos los niveles se recalculan como si {into} hubiera jugado estos partidos. También puede cambiar la puntuación de los demás.',
    'Todos os níveis são recalculados como se {into} tivesse jogado estes encontros. A pontuação dos outros também pode mudar.',
  ],
  isForeign: [
    '{into} is a player of another club.',
    '{into} es jugador de otro club.',
    '{into} é jogador de outro clube.',
  ],
  continued: [
    'You began this merge at {time}. {done} of {total} matches no longer have {from}.',
    'Empezaste esta fusión a las {time}. En {done} de {total} partidos ya no está {from}.',
    'Começou esta fusão às {time}. {from} já não está em {done} de {total} encontros.',
  ],
  none: [
    '{from} is not in any of your matches.',
    '{from} no está en ningún partido tuyo.',
    '{from} não está em nenhum encontro seu.',
  ],
  rosters: ['Rosters to change', 'Listas por cambiar', 'Listas a mudar'],
  plans: ['Night plans to change', 'Planes de noche por cambiar', 'Planos de noite a mudar'],
  both: [
    '{from} is number {number} in the plan of {ref}, and {into} is number {other}. The plan is not changed.',
    '{from} es el número {number} del plan de {ref}, e {into} el {other}. El plan no cambia.',
    '{from} é o número {number} do plano de {ref}, e {into} é o {other}. O plano não muda.',
  ],
  keeps: [
    '{from} is a private player of another club, and stays on your rosters: you could not put the player back.',
    '{from} es jugador privado de otro club y sigue en tus listas: no podrías volver a ponerlo.',
    '{from} é jogador privado de outro clube e fica nas suas listas: não o poderia voltar a pôr.',
  ],
  unread: [
    'Your role may not read all rosters and night plans. If {from} is in one, replace the player there.',
    'Tu rol no puede leer todas las listas y planes de noche. Si {from} está en alguno, sustitúyelo allí.',
    'A sua função não pode ler todas as listas e planos de noite. Se {from} estiver num deles, substitua-o lá.',
  ],
  unwritten: [
    'Your role may not change rosters. Replace {from} on {rosters} yourself.',
    'Tu rol no puede cambiar listas. Sustituye tú a {from} en {rosters}.',
    'A sua função não pode mudar listas. Substitua {from} em {rosters}.',
  ],
  lists: ['Replace there…', 'Sustituir ahí…', 'Substituir aí…'],
  merge: ['Merge {n} {n|match|matches}…', 'Fusionar {n} {n|partido|partidos}…', 'Juntar {n} {n|encontro|encontros}…'],
  confirm: ['Replace {from} with {into}?', '¿Sustituir a {from} por {into}?', 'Substituir {from} por {into}?'],
  confirmNote: [
    'This amends {n} {n|match|matches}. You can undo it as long as {from} is not erased.',
    'Corrige {n} {n|partido|partidos}. Se puede deshacer mientras no se borre a {from}.',
    'Corrige {n} {n|encontro|encontros}. Pode ser desfeito enquanto {from} não for apagado.',
  ],
  replace: ['Merge', 'Fusionar', 'Juntar'],
});

const NOTHING = { matches: [], lists: null };

const MATCHES_SHOWN_MAX = 5;

interface MergePreviewProps {
  readonly plan: MergePlan;
  readonly onConfirm: () => void;
  readonly onUndo: OnUndo;
}

export function MergePreview({ plan, onConfirm, onUndo }: MergePreviewProps) {
  const { matches, live, common, voided, foreign, owners, lists } = plan;
  const [from, into] = [plan.from.display_name, plan.into.display_name];
  const forbidden = useForbidden(needs.writeMatches);
  if (common.length > 0) {
    return (
      <div className="state fault" role="alert">
        <p>{fill(t.common, { from, into, n: common.length })}</p>
        <p>{t.mistake}</p>
        <FirstMatches matches={common} />
      </div>
    );
  }
  const kept = readKept(plan);
  const ids = new Set(matches.map(({ id }) => id));
  const before = kept?.matches.filter(({ id }) => !ids.has(id)).length ?? 0;
  const n = matches.length;
  const isChange = n > 0 || listCount(lists) > 0;
  return (
    <>
      {kept !== null && (
        <p className="warn" role="status">
          {fill(t.continued, { time: formatClock(kept.at), done: before, total: kept.matches.length, from })}
        </p>
      )}
      <Tile title={t.what}>
        <Counts
          counts={[
            [t.amend, n],
            [t.pending, live.filter(({ status }) => status === 'pending').length],
            ...(before > 0 ? [[t.before, before] as const] : []),
            [t.voided, voided],
            [t.foreign, foreign],
            ...(lists.rosters.length > 0 ? [[t.rosters, lists.rosters.length] as const] : []),
            ...(lists.plans.length > 0 ? [[t.plans, lists.plans.length] as const] : []),
          ]}
        />
        {lists.both.map(({ ref, number, other }) => (
          <p key={ref} className="warn">
            {fill(t.both, { from, into, ref, number, other })}
          </p>
        ))}
        {lists.rosters.some(({ keepsFrom }) => keepsFrom) && <p className="warn">{fill(t.keeps, { from })}</p>}
        {lists.unwritten.length > 0 && (
          <p className="warn">{fill(t.unwritten, { from, rosters: lists.unwritten.join(', ') })}</p>
        )}
        {lists.unread.length > 0 && <p className="warn">{fill(t.unread, { from })}</p>}
        {owners.into === 'another partner' && <p className="warn">{fill(t.isForeign, { into })}</p>}
        {n === 0 ? (
          <p>{fill(t.none, { from })}</p>
        ) : (
          <>
            <p>{fill(t.ratings, { into })}</p>
            <FirstMatches matches={live} />
          </>
        )}
        {isChange && (
          <div className="actions">
            <FormAction
              title={fill(t.confirm, { from: fullName(plan.from), into: fullName(plan.into) })}
              button={n === 0 ? t.lists : fill(t.merge, { n })}
              className="main"
              submit={t.replace}
              forbidden={forbidden}
              changes={[]}
              onSubmit={async () => onConfirm()}
            >
              <p>{fill(t.confirmNote, { n, from })}</p>
            </FormAction>
          </div>
        )}
      </Tile>
      {(!isChange || kept !== null) && (
        <AfterMerge plan={plan} merged={kept ?? NOTHING} isComplete={!isChange} onUndo={onUndo} />
      )}
    </>
  );
}

/** Players that are merged often have the same name. */
const fullName = ({ display_name, username }: MergePlan['from']): string => `${display_name} (${username})`;

function FirstMatches({ matches }: { readonly matches: MergePlan['live'] }) {
  const more = matches.length - MATCHES_SHOWN_MAX;
  return (
    <>
      <MatchList matches={matches.slice(0, MATCHES_SHOWN_MAX)} />
      {more > 0 && <p className="quiet">{fill(words.more, { n: more })}</p>}
    </>
  );
}
