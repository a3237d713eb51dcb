import type { Api } from '@bandeja/client';
import { service } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
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
});

/** What an action of the log did. */
const actions = texts({
  'partners.create': ['Created the partner {name}', 'Creó el partner {name}', 'Criou o parceiro {name}'],
  'partners.update': ['Changed the partner {name}', 'Cambió el partner {name}', 'Alterou o parceiro {name}'],
  'people.create': ['Invited {name}', 'Invitó a {name}', 'Convidou {name}'],
  'people.invite': ['Invited {name} again', 'Invitó de nuevo a {name}', 'Convidou {name} de novo'],
  'people.remove': ['Removed {name}', 'Quitó a {name}', 'Removeu {name}'],
  'keys.issue': ['Issued the key {name}', 'Emitió la clave {name}', 'Emitiu a chave {name}'],
  'keys.rotate': ['Rotated the key {name}', 'Rotó la clave {name}', 'Renovou a chave {name}'],
  'keys.revoke': ['Revoked the key {name}', 'Revocó la clave {name}', 'Revogou a chave {name}'],
  'operators.create': ['Created the operator {name}', 'Creó el operador {name}', 'Criou o operador {name}'],
  'operators.revoke': ['Revoked the operator {name}', 'Revocó al operador {name}', 'Revogou o operador {name}'],
  'operators.sign_in': ['Signed in', 'Entró', 'Entrou'],
  'players.erase': ['Erased the player {name}', 'Borró al jugador {name}', 'Apagou o jogador {name}'],
  'tasks.create': ['Started the task {name}', 'Inició la tarea {name}', 'Iniciou a tarefa {name}'],
  'tasks.cancel': ['Stopped the task {name}', 'Paró la tarea {name}', 'Parou a tarefa {name}'],
  'backups.create': ['Made a backup', 'Hizo una copia de seguridad', 'Fez uma cópia de segurança'],
  'scale.replace': ['Changed the scale', 'Cambió la escala', 'Alterou a escala'],
  'scale.reset': ['Reset the scale', 'Restableció la escala', 'Repôs a escala'],
});

/** An action without a sentence is shown by its name. */
const sentenceOf = ({ action, target, target_name: name }: Api.OperatorAction): string =>
  fill(actions[action as keyof typeof actions] ?? `${action} {name}`, { name: name ?? target ?? '' });

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
          <Table columns={[t.time, t.who, t.action]}>
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
