import type { Api } from '@bandeja/client';
import { service } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Secret } from '../../parts/Sheet.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts('console.operator.operators');

/** What an action of the log did. */
const actions = texts('console.operator.operators_actions');

/** An action without a sentence is shown by its name. */
function sentenceOf({ action, target, target_name }: Api.OperatorAction): string {
  const [key, name] = [action.replace('.', '_'), target_name ?? target ?? ''];
  return actions.has(key) ? actions(key, { name }) : `${action} ${name}`;
}

export function Operators() {
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <FormAction
          title={t('create')}
          className="main"
          changes={['operators', 'operator-log']}
          onSubmit={(values) => service().operators.create({ name: textOf(values, 'name') ?? '' })}
          result={({ token }, close) => <Secret label={t('token')} value={token} onDone={close} />}
        >
          <Field label={t('name')} name="name" required maxLength={80} autoFocus />
        </FormAction>
      }
    >
      <Named />
      <Log />
    </Page>
  );
}

function Named() {
  const operators = usePages<Api.Operator>(['operators'], (where) =>
    service().operators.list({ limit: 100, ...where }),
  );
  return (
    <Tile title={t('named')}>
      <PagedList query={operators} empty={<Empty title={t('empty')} hint={t('first')} />}>
        {(rows) => (
          <Table>
            {rows.map(({ id, name, last_used_at: used }) => (
              <tr key={id}>
                <td>
                  <strong>{name}</strong>
                  <br />
                  <small className="quiet">
                    {used === null ? t('never_used') : t('used', { time: formatMoment(used) })}
                  </small>
                </td>
                <td className="end">
                  <FormAction
                    title={t('revoke')}
                    className="plain"
                    isDangerous
                    changes={['operators', 'operator-log']}
                    onSubmit={() => service().operators.revoke(id)}
                  >
                    <p>{t('revoke_note', { name })}</p>
                  </FormAction>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </Tile>
  );
}

function Log() {
  const log = usePages<Api.OperatorAction>(['operator-log'], (where) =>
    service().operators.log({ limit: 50, ...where }),
  );
  return (
    <Tile title={t('log')}>
      <PagedList query={log} empty={<Empty title={t('no_log')} />}>
        {(rows) => (
          <Table columns={[t('time'), t('who'), t('action')]}>
            {rows.map((entry) => (
              <tr key={entry.id}>
                <td className="when">{formatMoment(entry.at)}</td>
                <td>{entry.operator}</td>
                <td>{sentenceOf(entry)}</td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </Tile>
  );
}
