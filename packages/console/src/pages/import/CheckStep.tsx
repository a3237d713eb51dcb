import { conflictsOf } from '@bandeja/importer/conflicts';
import type { Source } from '@bandeja/importer/source';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fill, texts } from '../../language.ts';
import { Action } from '../../parts/Action.tsx';
import { Fault } from '../../parts/Fault.tsx';
import { Check } from '../../parts/Field.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Tile } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { Conflicts } from './Conflicts.tsx';
import { checkPlayers, findPlayers, type PlayerRules, type Ready, Run } from './importing.ts';
import { faultText } from './labels.ts';
import { OtherPlayers, RefusedPlayers } from './OtherPlayers.tsx';
import { Groups, LOCAL, NamesList, nextId, RowsProgress, rowsText, WarningGroups } from './parts.tsx';
import { translate } from './translate.ts';

const t = texts({
  checking: ['Checking, nothing is stored', 'Comprobando, no se guarda nada', 'A verificar, nada é guardado'],
  result: ['What would happen', 'Qué pasaría', 'O que aconteceria'],
  created: ['Matches to store', 'Partidos por guardar', 'Encontros por guardar'],
  stored: ['Stored already', 'Ya guardados', 'Já guardados'],
  registered: ['Players to register', 'Jugadores por registrar', 'Jogadores por registar'],
  newPlayers: [
    '{n} {n|player|players} to register',
    '{n} {n|jugador|jugadores} por registrar',
    '{n} {n|jogador|jogadores} por registar',
  ],
  rejected: ['Rows left out', 'Filas fuera', 'Linhas de fora'],
  conflicts: ['Conflicts', 'Conflictos', 'Conflitos'],
  faults: ['Rows that are left out', 'Filas que se dejan fuera', 'Linhas que ficam de fora'],
  faultsNote: [
    'Correct the file and choose it again, or send the others.',
    'Corrige el archivo y elígelo de nuevo, o envía las demás.',
    'Corrija o ficheiro e escolha-o de novo, ou envie as outras.',
  ],
  warnings: ['Warnings', 'Avisos', 'Avisos'],
  strict: ['Leave out rows with warnings', 'Dejar fuera las filas con avisos', 'Deixar de fora as linhas com avisos'],
  sameDay: [
    'Leave out {n} {n|row that is|rows that are} stored at another time of that day',
    'Dejar fuera {n} {n|fila guardada|filas guardadas} a otra hora de ese día',
    'Deixar de fora {n} {n|linha guardada|linhas guardadas} a outra hora desse dia',
  ],
  leftOut: ['Left out before', 'Dejadas fuera antes', 'Deixadas de fora antes'],
  leaveAgain: ['Leave them out again', 'Dejarlas fuera otra vez', 'Deixá-las de fora outra vez'],
  remarks: ['Read with an assumption', 'Leídas con una suposición', 'Lidas com uma suposição'],
  voided: ['Voided before', 'Anuladas antes', 'Anuladas antes'],
  voidedNote: [
    'The matches of {n} {n|row|rows} were voided. Store them again?',
    'Los partidos de {n} {n|fila|filas} se anularon. ¿Guardarlos de nuevo?',
    'Os encontros de {n} {n|linha|linhas} foram anulados. Guardá-los de novo?',
  ],
  again: [
    'Store them again, under new references',
    'Guardarlos de nuevo, con referencias nuevas',
    'Guardá-los de novo, com referências novas',
  ],
  back: ['Back to the players', 'Volver a los jugadores', 'Voltar aos jogadores'],
  send: ['Send {n} {n|row|rows}', 'Enviar {n} {n|fila|filas}', 'Enviar {n} {n|linha|linhas}'],
  finish: ['Finish, nothing is left to send', 'Terminar, no queda nada por enviar', 'Terminar, não há nada por enviar'],
  nothing: ['Nothing to send', 'Nada que enviar', 'Nada para enviar'],
});

/** A file that was checked. */
export interface Checked {
  readonly ready: Ready;
  /** The rows whose warnings were shown. */
  readonly seen: ReadonlySet<number>;
  /** Some players are not registered yet: the service looks for warnings in their rows only once they are. */
  readonly hasUnknown: boolean;
}

export interface SendChoices {
  readonly isStrict: boolean;
  readonly replaceVoided: boolean;
  /** The numbers of rows that are not sent because of their warnings. */
  readonly leftOut: readonly number[];
}

interface CheckStepProps {
  readonly source: Source;
  readonly rules: PlayerRules;
  readonly initial: SendChoices;
  readonly onBack: () => void;
  readonly onSend: (checked: Checked, choices: SendChoices) => void;
}

export function CheckStep({ source, rules, initial, onBack, onSend }: CheckStepProps) {
  const [id] = useState(nextId);
  const [choices, setChoices] = useState(initial);
  const [done, setDone] = useState(0);
  const [leavesSameDay, leaveSameDay] = useState(true);
  const [areMeant, setMeant] = useState(false);
  const { replaceVoided, leftOut } = choices;
  const check = useQuery({
    queryKey: ['import-check', id, replaceVoided, leftOut],
    queryFn: async ({ signal }) => {
      const ready = await findPlayers(source, rules);
      const { clashes, ofOthers, unconfirmed } = await checkPlayers(ready);
      const run = new Run(ready, { isDryRun: true, isStrict: false, replaceVoided, leftOut, confirm: null });
      const seen = new Set<number>();
      const sameDay: number[] = [];
      while (clashes.length === 0 && !signal.aborted) {
        const results = await run.next();
        if (results === null) break;
        for (const { line, warnings } of results) {
          if (warnings.length > 0) seen.add(line);
          if (warnings.some(({ code }) => code === 'stored_that_day')) sameDay.push(line);
        }
        setDone(run.tally.accounted);
      }
      const conflicts = conflictsOf(run.tally.conflicting);
      return { ready, clashes, ofOthers, unconfirmed, run, seen, sameDay, conflicts };
    },
    ...LOCAL,
  });
  const forbidden = useForbidden(needs.writeMatches);
  const { data } = check;
  const back = (
    <button type="button" onClick={onBack}>
      {t.back}
    </button>
  );
  if (check.error !== null) {
    return (
      <>
        <Fault error={check.error} onRetry={() => void check.refetch()} />
        <div className="actions end">{back}</div>
      </>
    );
  }
  if (data === undefined) {
    return (
      <Tile title={t.checking}>
        <RowsProgress label={t.checking} done={done} total={source.total} />
      </Tile>
    );
  }
  const { ready, clashes, ofOthers, unconfirmed, run, seen, sameDay, conflicts } = data;
  const { tally } = run;
  if (clashes.length > 0) {
    return (
      <>
        <RefusedPlayers clashes={clashes} areNames={rules.hasNames} />
        <div className="actions end">{back}</div>
      </>
    );
  }
  const left = choices.isStrict ? tally.warned : leavesSameDay ? sameDay.length : 0;
  const sent = Math.max(0, tally.created - left);
  const { rowName } = source;
  return (
    <>
      <Tile title={t.result}>
        <Counts
          counts={[
            [t.created, sent],
            [t.registered, run.registered],
            [t.stored, tally.duplicates],
            [t.rejected, tally.rejected + left],
            ...(tally.conflicts > 0 ? [[t.conflicts, tally.conflicts] as const] : []),
          ]}
        />
        <NamesList title={fill(t.newPlayers, { n: run.registered })} names={run.newPlayers} />
      </Tile>
      <OtherPlayers players={ofOthers} unconfirmed={unconfirmed.size} areMeant={areMeant} onMeant={setMeant} />
      {tally.problems.length > 0 && (
        <Tile title={t.faults} note={t.faultsNote}>
          <Groups groups={tally.problems} rowName={rowName} textOf={({ problem }) => faultText(problem)} />
        </Tile>
      )}
      {tally.warned > 0 && (
        <Tile title={t.warnings} note={rowsText(tally.warned)}>
          <WarningGroups groups={tally.warnings} rowName={rowName} />
          {sameDay.length > 0 && (
            <Check
              label={fill(t.sameDay, { n: sameDay.length })}
              checked={leavesSameDay || choices.isStrict}
              disabled={choices.isStrict}
              onChange={(event) => leaveSameDay(event.target.checked)}
            />
          )}
          <Check
            label={t.strict}
            checked={choices.isStrict}
            onChange={(event) => setChoices({ ...choices, isStrict: event.target.checked })}
          />
        </Tile>
      )}
      {initial.leftOut.length > 0 && (
        <Tile title={t.leftOut} note={rowsText(initial.leftOut.length)}>
          <Check
            label={t.leaveAgain}
            checked={leftOut.length > 0}
            onChange={(event) => {
              setDone(0);
              setChoices({ ...choices, leftOut: event.target.checked ? initial.leftOut : [] });
            }}
          />
        </Tile>
      )}
      <Conflicts conflicts={conflicts} rowName={rowName} />
      {(tally.voided > 0 || replaceVoided) && (
        <Tile title={t.voided} {...(tally.voided > 0 ? { note: fill(t.voidedNote, { n: tally.voided }) } : {})}>
          <Check
            label={t.again}
            checked={replaceVoided}
            onChange={(event) => {
              setDone(0);
              setChoices({ ...choices, replaceVoided: event.target.checked });
            }}
          />
        </Tile>
      )}
      {run.remarks.list.length > 0 && (
        <Tile title={t.remarks}>
          <Groups groups={run.remarks.list} rowName={rowName} textOf={({ problem }) => translate(problem)} />
        </Tile>
      )}
      <div className="actions end">
        {back}
        <Action
          className="main"
          forbidden={forbidden}
          disabled={sent + tally.duplicates === 0 || (unconfirmed.size > 0 && !areMeant)}
          onClick={() =>
            onSend(
              { ready, seen, hasUnknown: run.registered > 0 },
              { ...choices, leftOut: leavesSameDay ? [...leftOut, ...sameDay] : leftOut },
            )
          }
        >
          {sent > 0 ? fill(t.send, { n: sent }) : tally.duplicates > 0 ? t.finish : t.nothing}
        </Action>
      </div>
    </>
  );
}
