import type { Api } from '@bandeja/client';
import { service } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Code } from '../../parts/Code.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Secret } from '../../parts/Sheet.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts({
  title: ['Operators', 'Operadores', 'Operadores'],
  subtitle: [
    'People who may operate this service',
    'Personas que pueden operar este servicio',
    'Pessoas que podem operar este serviço',
  ],
  create: ['New operator', 'Nuevo operador', 'Novo operador'],
  name: ['Name', 'Nombre', 'Nome'],
  token: ['The operator’s token', 'El token del operador', 'O token do operador'],
  named: ['Named operators', 'Operadores con nombre', 'Operadores com nome'],
  empty: ['No named operators yet', 'Nadie tiene aún un token propio', 'Ainda ninguém tem um token próprio'],
  first: [
    'With a token each, the log shows who did what.',
    'Con un token por persona, el registro muestra quién hizo qué.',
    'Com um token por pessoa, o registo mostra quem fez o quê.',
  ],
  used: ['Used {time}', 'Usado {time}', 'Usado {time}'],
  neverUsed: ['Never used', 'Nunca usado', 'Nunca usado'],
  revoke: ['Revoke', 'Revocar', 'Revogar'],
  revokeNote: [
    'The token of {name} is refused at once. The log keeps the name.',
    'El token de {name} se rechaza al momento. El registro conserva el nombre.',
    'O token de {name} é recusado de imediato. O registo conserva o nome.',
  ],
  log: ['Log', 'Registro', 'Registo'],
  noLog: ['Nothing was changed yet', 'Aún no se ha cambiado nada', 'Ainda nada foi alterado'],
  time: ['Time', 'Hora', 'Hora'],
  who: ['Operator', 'Operador', 'Operador'],
  action: ['Action', 'Acción', 'Ação'],
  target: ['Id', 'Id', 'Id'],
});

export function Operators() {
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      actions={
        <FormAction
          title={t.create}
          className="main"
          changes={['operators', 'operator-log']}
          onSubmit={(values) => service().operators.create({ name: textOf(values, 'name') ?? '' })}
          result={({ token }, close) => <Secret label={t.token} value={token} onDone={close} />}
        >
          <Field label={t.name} name="name" required maxLength={80} autoFocus />
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
    <Tile title={t.named}>
      <PagedList query={operators} empty={<Empty title={t.empty} hint={t.first} />}>
        {(rows) => (
          <Table>
            {rows.map(({ id, name, last_used_at: used }) => (
              <tr key={id}>
                <td>
                  <strong>{name}</strong>
                  <br />
                  <small className="quiet">
                    {used === null ? t.neverUsed : fill(t.used, { time: formatMoment(used) })}
                  </small>
                </td>
                <td className="end">
                  <FormAction
                    title={t.revoke}
                    className="plain"
                    isDangerous
                    changes={['operators', 'operator-log']}
                    onSubmit={() => service().operators.revoke(id)}
                  >
                    <p>{fill(t.revokeNote, { name })}</p>
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
    <Tile title={t.log}>
      <PagedList query={log} empty={<Empty title={t.noLog} />}>
        {(rows) => (
          <Table columns={[t.time, t.who, t.action, [t.target, 'wide']]}>
            {rows.map((entry) => (
              <tr key={entry.id}>
                <td className="when">{formatMoment(entry.at)}</td>
                <td>{entry.operator}</td>
                <td>
                  <Code>{entry.action}</Code>
                </td>
                <td className="wide">
                  <code>{entry.target}</code>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </Tile>
  );
}
