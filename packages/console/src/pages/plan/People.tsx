import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { texts } from '../../language.ts';
import { Action, Form, FormAction } from '../../parts/Action.tsx';
import { Check, Select, textOf } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { Stepper } from '../../parts/Stepper.tsx';
import { nameOfIn } from '../../results/court.ts';
import { needs, useForbidden } from '../../rights.ts';
import { Certificate } from './Certificate.tsx';
import { COURTS_MAX, ROUNDS_MAX } from './draft.ts';
import { PlayerSearch } from './PlayerSearch.tsx';
import { UndoChange } from './UndoChange.tsx';
import { amend, type PlanChanges } from './useChange.ts';

const t = texts('console.plan.people');

interface PeopleProps {
  readonly plan: Api.Plan;
  readonly change: PlanChanges;
  /** Whether the open round has no result: phones enter them, which the plan that was read does not show. */
  readonly isFresh: boolean;
}

/** Latecomers, leavers and lost courts. Only rounds that were not opened change. */
export function People({ plan, change, isFresh }: PeopleProps) {
  const open = plan.rounds.findLast(({ state }) => state !== 'planned')?.round ?? 0;
  return (
    <div className="columns even">
      <div className="stack">
        <Latecomer plan={plan} change={change} open={open} />
        <Tile title={t('players')}>
          <ul className="members">
            {plan.players.map((player) => (
              <Member key={player.number} player={player} open={open} plan={plan} change={change} />
            ))}
          </ul>
        </Tile>
      </div>
      <div className="stack">
        <CourtsAndRounds plan={plan} change={change} open={open} isFresh={isFresh} />
        <UndoChange change={change} />
        <Certificate plan={plan} />
      </div>
    </div>
  );
}

interface PartProps extends Pick<PeopleProps, 'plan' | 'change'> {
  /** The open round. */
  readonly open: number;
}

function Latecomer({ plan, change, open }: PartProps) {
  const [from, setFrom] = useState(0);
  const forbidden = useForbidden(needs.writeMatches);
  const later = plan.rounds.filter(({ round }) => round > open).map(({ round }) => round);
  const taken = plan.players.flatMap(({ username }) => username ?? []);
  if (later.length === 0) return null;
  return (
    <Tile title={t('late')}>
      <p className="quiet small">{t('late_note')}</p>
      {forbidden === null ? (
        <>
          <Select
            label={t('from')}
            value={Math.max(from, open + 1)}
            onChange={(event) => setFrom(Number(event.target.value))}
          >
            {later.map((round) => (
              <option key={round} value={round}>
                {t('round', { n: round })}
              </option>
            ))}
          </Select>
          <PlayerSearch
            taken={taken}
            isBusy={change.isBusy}
            onChoose={({ username }) =>
              change.press(amend({ join: [{ username, from_round: Math.max(from, open + 1) }] }))
            }
          />
        </>
      ) : (
        <p className="quiet">{forbidden}</p>
      )}
    </Tile>
  );
}

function Member({ player, plan, change, open }: PartProps & { readonly player: Api.Plan['players'][number] }) {
  const { number, username, from_round: from, until_round: until } = player;
  const name = nameOfIn(plan)(number);
  const forbidden = useForbidden(needs.writeMatches);
  const hasLeft = until !== null && until <= open;
  const later = plan.rounds.filter(({ round }) => round >= open);
  return (
    <li>
      <span>
        <span className="quiet">{number}</span> {name}
        <small className="quiet">
          {from > 1 && ` ${t('from_round', { n: from })}`}
          {until !== null && ` ${t('until_round', { n: until })}`}
        </small>
      </span>
      {forbidden !== null || username === null ? null : hasLeft ? (
        <Action
          className="plain"
          disabled={change.isBusy}
          onClick={() => change.press(amend({ join: [{ username }] }))}
        >
          {t('back')}
          <span className="reader"> {name}</span>
        </Action>
      ) : (
        until === null && (
          <FormAction
            changes={[]}
            title={t('leaves_name', { name })}
            button={t('leaves')}
            className="plain"
            submit={t('leaves')}
            onSubmit={(values) =>
              change.run(amend({ leave: [{ number, after_round: Number(textOf(values, 'round')) }] }))
            }
          >
            <Select label={t('last')} name="round">
              {later.map(({ round }) => (
                <option key={round} value={round}>
                  {t('round', { n: round })}
                </option>
              ))}
            </Select>
          </FormAction>
        )
      )}
    </li>
  );
}

function CourtsAndRounds({ plan, change, open, isFresh }: PartProps & Pick<PeopleProps, 'isFresh'>) {
  // Null follows the plan, which others change too.
  const [ownCourts, setCourts] = useState<number | null>(null);
  const [ownRounds, setRounds] = useState<number | null>(null);
  const [courts, rounds] = [ownCourts ?? plan.courts, ownRounds ?? plan.rounds.length];
  return (
    <Tile title={t('place')}>
      <Form
        changes={[]}
        submit={t('apply')}
        forbidden={useForbidden(needs.writeMatches)}
        onSubmit={(values) =>
          change.run(
            amend({
              ...(courts !== plan.courts && { courts }),
              ...(rounds !== plan.rounds.length && { rounds }),
              ...(values.has('redraw') && { redraw_open: true }),
            }),
          )
        }
        onDone={() => {
          setCourts(null);
          setRounds(null);
        }}
      >
        <div className="options">
          <Stepper label={t('courts')} value={courts} min={1} max={COURTS_MAX} onChange={setCourts} />
          <Stepper label={t('rounds')} value={rounds} min={Math.max(1, open)} max={ROUNDS_MAX} onChange={setRounds} />
        </div>
        {isFresh && <Check label={t('redraw')} name="redraw" />}
      </Form>
    </Tile>
  );
}
