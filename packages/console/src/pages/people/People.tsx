import type { Api } from '@bandeja/client';
import { roles } from '@bandeja/contract/account-enums';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { useMe } from '../../me.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check, Field, Select, textOf } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { roleNames } from '../../roles.ts';
import { NewInvitation } from './NewInvitation.tsx';
import { Devices } from './WaysIn.tsx';

const t = texts({
  title: ['People', 'Personas', 'Pessoas'],
  subtitle: ['Who may use this console', 'Quién puede usar esta consola', 'Quem pode usar esta consola'],
  invite: ['Invite someone', 'Invitar a alguien', 'Convidar alguém'],
  name: ['Name', 'Nombre', 'Nome'],
  role: ['Role', 'Rol', 'Função'],
  manager: [
    'Manager: everything, also people and webhooks',
    'Gestor: todo, también personas y webhooks',
    'Gestor: tudo, também pessoas e webhooks',
  ],
  organizer: [
    'Organizer: nights, matches, players',
    'Organizador: noches, partidos, jugadores',
    'Organizador: noites, encontros, jogadores',
  ],
  coach: [
    'Coach: looks, also at analyses',
    'Entrenador: mira, también los análisis',
    'Treinador: vê, também as análises',
  ],
  viewer: ['Viewer: looks', 'Lector: mira', 'Leitor: vê'],
  alone: ['Only you so far', 'De momento, solo tú', 'Por agora, só você'],
  first: [
    'Invite the people who run your nights: each gets a link, and needs no password.',
    'Invita a quienes llevan tus noches: cada persona recibe un enlace y no necesita contraseña.',
    'Convide quem organiza as suas noites: cada pessoa recebe um link e não precisa de senha.',
  ],
  you: ['You', 'Tú', 'Você'],
  used: ['Last seen {time}', 'Última vez: {time}', 'Última vez: {time}'],
  neverUsed: ['Not signed in yet', 'Aún no ha entrado', 'Ainda não entrou'],
  invited: ['invited until {time}', 'invitación hasta el {time}', 'convite até {time}'],
  devices: ['{n} {n|device|devices}', '{n} {n|dispositivo|dispositivos}', '{n} {n|dispositivo|dispositivos}'],
  again: ['Invite again', 'Invitar de nuevo', 'Convidar de novo'],
  againNote: [
    'A new link for {name}, for a new or another device. An earlier one that was not used ends.',
    'Un nuevo enlace para {name}, para otro dispositivo. El anterior, si no se usó, deja de valer.',
    'Um novo link para {name}, para outro dispositivo. O anterior, se não foi usado, deixa de valer.',
  ],
  change: ['Change', 'Cambiar', 'Alterar'],
  save: ['Save', 'Guardar', 'Guardar'],
  lost: ['A lost phone', 'Un móvil perdido', 'Um telemóvel perdido'],
  close: ['Close', 'Cerrar', 'Fechar'],
  remove: ['Remove', 'Quitar', 'Remover'],
  removeNote: [
    '{name} is signed out everywhere at once. What {name} entered stays, with the name.',
    'Se cierra la sesión de {name} en todas partes al momento. Lo que {name} anotó se queda, con el nombre.',
    'A sessão de {name} termina de imediato em todo o lado. O que {name} registou fica, com o nome.',
  ],
  erase: [
    'Also erase the name everywhere. This cannot be undone.',
    'Borrar también el nombre en todas partes. No se puede deshacer.',
    'Apagar também o nome em todo o lado. Não pode ser desfeito.',
  ],
});

/** The people of the club, for its managers. */
export function People() {
  const forbidden = useForbidden(needs.managePeople);
  return (
    <Page title={t.title} subtitle={t.subtitle} actions={forbidden === null && <Invite className="main" />}>
      {forbidden === null ? <List /> : <p className="state forbidden">{forbidden}</p>}
    </Page>
  );
}

function List() {
  const people = usePages<Api.Person>(['people'], (where) => bandeja().people.list({ limit: 100, ...where }));
  return (
    <PagedList query={people} empty={null}>
      {(rows) => (
        <>
          <Tile title={t.title}>
            <table className="list">
              <tbody>
                {rows.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </tbody>
            </table>
          </Tile>
          {rows.length === 1 && (
            <Empty title={t.alone} hint={t.first}>
              <Invite />
            </Empty>
          )}
        </>
      )}
    </PagedList>
  );
}

function PersonRow({ person }: { readonly person: Api.Person }) {
  const { id, display_name: name, role, last_used_at: used, invitation, sign_ins: signIns } = person;
  const isOwn = useMe()?.person.id === id;
  const facts = [
    used === null ? t.neverUsed : fill(t.used, { time: formatMoment(used) }),
    ...(invitation === null ? [] : [fill(t.invited, { time: formatMoment(invitation.expires_at) })]),
    ...(signIns.length === 0 ? [] : [fill(t.devices, { n: signIns.length })]),
  ];
  return (
    <tr>
      <td>
        <span className="person">
          <strong>{name}</strong>
          <span className="chip">{roleNames[role]}</span>
          {isOwn && <span className="chip good">{t.you}</span>}
          <small className="quiet">{facts.join(' · ')}</small>
        </span>
      </td>
      <td className="end">
        {!isOwn && (
          <FormAction
            title={t.again}
            className="plain"
            submit={t.again}
            changes={['people']}
            onSubmit={() => bandeja().people.invite(id)}
            result={(made, close) => <NewInvitation invitation={made} name={name} onDone={close} />}
          >
            <p>{fill(t.againNote, { name })}</p>
          </FormAction>
        )}
        <Change person={person} />
        {!isOwn && used !== null && <LostPhone person={person} />}
        {!isOwn && <Remove person={person} />}
      </td>
    </tr>
  );
}

function RoleSelect({ chosen }: { readonly chosen: Api.Person['role'] }) {
  return (
    <Select label={t.role} name="role" defaultValue={chosen}>
      {roles.map((one) => (
        <option key={one} value={one}>
          {t[one]}
        </option>
      ))}
    </Select>
  );
}

const personIn = (values: FormData): Api.NewPerson => ({
  display_name: textOf(values, 'name') ?? '',
  role: textOf(values, 'role') as Api.Person['role'],
});

function Invite({ className }: { readonly className?: string }) {
  return (
    <FormAction
      title={t.invite}
      {...(className !== undefined && { className })}
      submit={t.invite}
      changes={['people']}
      onSubmit={(values) => bandeja().people.add(personIn(values))}
      result={({ invitation, display_name: name }, close) => (
        <NewInvitation invitation={invitation} name={name} onDone={close} />
      )}
    >
      <Field label={t.name} name="name" required maxLength={80} autoComplete="off" autoFocus />
      <RoleSelect chosen="organizer" />
    </FormAction>
  );
}

function Change({ person: { id, display_name: name, role } }: { readonly person: Api.Person }) {
  return (
    <FormAction
      title={t.change}
      className="plain"
      submit={t.save}
      changes={['people', 'me']}
      onSubmit={(values) => bandeja().people.update(id, personIn(values))}
    >
      <Field label={t.name} name="name" required maxLength={80} defaultValue={name} autoComplete="off" />
      <RoleSelect chosen={role} />
    </FormAction>
  );
}

/** The devices of one person, each of which can be signed out. */
function LostPhone({ person }: { readonly person: Api.Person }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {t.lost}
      </button>
      {isOpen && (
        <Sheet title={person.display_name} onClose={() => setOpen(false)}>
          <Devices signIns={person.sign_ins} />
          <div className="actions">
            <button type="button" onClick={() => setOpen(false)}>
              {t.close}
            </button>
          </div>
        </Sheet>
      )}
    </>
  );
}

function Remove({ person: { id, display_name: name } }: { readonly person: Api.Person }) {
  return (
    <FormAction
      title={t.remove}
      className="plain"
      submit={t.remove}
      isDangerous
      changes={['people']}
      onSubmit={(values) => bandeja().people.remove(id, { erase: values.has('erase') })}
    >
      <p>{fill(t.removeNote, { name })}</p>
      <Check label={t.erase} name="erase" />
    </FormAction>
  );
}
