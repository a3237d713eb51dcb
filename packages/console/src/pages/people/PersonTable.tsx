/** The people of a club: for its managers, and for the operators of the service. */
import type { Api } from '@bandeja/client';
import { roles } from '@bandeja/contract/account-enums';
import type { ReactNode } from 'react';
import { fill, texts } from '../../language.ts';
import { useMe } from '../../me.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check, Field, Select, textOf } from '../../parts/Field.tsx';
import { NewAddresses } from '../../parts/NewAddress.tsx';
import { Table } from '../../parts/Table.tsx';
import { roleNames } from '../../roles.ts';

const t = texts({
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
  you: ['You', 'Tú', 'Você'],
  used: ['Last seen {time}', 'Última vez: {time}', 'Última vez: {time}'],
  neverUsed: ['Not signed in yet', 'Aún no ha entrado', 'Ainda não entrou'],
  invited: ['invited until {time}', 'invitación hasta el {time}', 'convite até {time}'],
  devices: ['{n} {n|device|devices}', '{n} {n|dispositivo|dispositivos}', '{n} {n|dispositivo|dispositivos}'],
  invitation: ['Invitation for {name}', 'Invitación para {name}', 'Convite para {name}'],
  once: [
    'Send the address to {name}, or let {name} scan the code. It works once, until {when}, and is shown only now.',
    'Envía la dirección a {name}, o deja que escanee el código. Sirve una vez, hasta el {when}, y solo se muestra ahora.',
    'Envie o endereço a {name}, ou deixe que leia o código. Serve uma vez, até {when}, e só é mostrado agora.',
  ],
  again: ['Invite again', 'Invitar de nuevo', 'Convidar de novo'],
  againNote: [
    'A new link for {name}, for a new or another device. An earlier one that was not used ends.',
    'Un nuevo enlace para {name}, para otro dispositivo. El anterior, si no se usó, deja de valer.',
    'Um novo link para {name}, para outro dispositivo. O anterior, se não foi usado, deixa de valer.',
  ],
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

/** How the page reaches the people. */
export interface PeopleAccess {
  readonly add: (person: Api.NewPerson) => Promise<Api.InvitedPerson>;
  readonly invite: (id: string) => Promise<Api.IssuedInvitation>;
  readonly remove: (id: string, options: { readonly erase: boolean }) => Promise<void>;
}

interface PersonTableProps {
  readonly people: readonly Api.Person[];
  readonly access: PeopleAccess;
  /** More buttons for a person. */
  readonly actions?: (person: Api.Person, isOwn: boolean) => ReactNode;
}

export function PersonTable({ people, ...props }: PersonTableProps) {
  return (
    <Table>
      {people.map((person) => (
        <PersonRow key={person.id} person={person} {...props} />
      ))}
    </Table>
  );
}

function PersonRow({ person, access, actions }: Omit<PersonTableProps, 'people'> & { readonly person: Api.Person }) {
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
            changes={['people']}
            onSubmit={() => access.invite(id)}
            result={(invitation, close) => showInvitation(invitation, name, close)}
          >
            <p>{fill(t.againNote, { name })}</p>
          </FormAction>
        )}
        {actions?.(person, isOwn)}
        {!isOwn && <Remove person={person} access={access} />}
      </td>
    </tr>
  );
}

const showInvitation = ({ url, expires_at: until }: Api.IssuedInvitation, name: string, close: () => void) => (
  <NewAddresses
    note={fill(t.once, { name, when: formatMoment(until) })}
    addresses={[{ name: fill(t.invitation, { name }), url }]}
    onDone={close}
  />
);

export function RoleSelect({ chosen }: { readonly chosen: Api.Person['role'] }) {
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

export const personIn = (values: FormData): Api.NewPerson => ({
  display_name: textOf(values, 'name') ?? '',
  role: textOf(values, 'role') as Api.Person['role'],
});

interface InviteProps {
  readonly access: PeopleAccess;
  readonly suggested?: Api.Person['role'];
  readonly className?: string;
}

export function Invite({ access, suggested = 'organizer', className }: InviteProps) {
  return (
    <FormAction
      title={t.invite}
      {...(className !== undefined && { className })}
      changes={['people']}
      onSubmit={(values) => access.add(personIn(values))}
      result={({ invitation, display_name: name }, close) => showInvitation(invitation, name, close)}
    >
      <Field label={t.name} name="name" required maxLength={80} autoComplete="off" autoFocus />
      <RoleSelect chosen={suggested} />
    </FormAction>
  );
}

interface RemoveProps {
  readonly person: Api.Person;
  readonly access: PeopleAccess;
}

function Remove({ person: { id, display_name: name }, access }: RemoveProps) {
  return (
    <FormAction
      title={t.remove}
      className="plain"
      isDangerous
      changes={['people']}
      onSubmit={(values) => access.remove(id, { erase: values.has('erase') })}
    >
      <p>{fill(t.removeNote, { name })}</p>
      <Check label={t.erase} name="erase" />
    </FormAction>
  );
}
