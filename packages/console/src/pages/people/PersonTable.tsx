/** The people of a club: for its managers, and for the operators of the service. */
import type { Api } from '@bandeja/client';
import { roles } from '@bandeja/contract/account-enums';
import type { ReactNode } from 'react';
import { texts } from '../../language.ts';
import { useMe } from '../../me.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check, Field, Select, textOf } from '../../parts/Field.tsx';
import { NewAddresses } from '../../parts/NewAddress.tsx';
import { Table } from '../../parts/Table.tsx';
import { roleNames } from '../../roles.ts';

const t = texts('console.people.person_table');

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
    used === null ? t('never_used') : t('used', { time: formatMoment(used) }),
    ...(invitation === null ? [] : [t('invited', { time: formatMoment(invitation.expires_at) })]),
    ...(signIns.length === 0 ? [] : [t('devices', { n: signIns.length })]),
  ];
  return (
    <tr>
      <td>
        <span className="person">
          <strong>{name}</strong>
          <span className="chip">{roleNames(role)}</span>
          {isOwn && <span className="chip good">{t('you')}</span>}
          <small className="quiet">{facts.join(' · ')}</small>
        </span>
      </td>
      <td className="end">
        {!isOwn && (
          <FormAction
            title={t('again')}
            className="plain"
            changes={['people']}
            onSubmit={() => access.invite(id)}
            result={(invitation, close) => showInvitation(invitation, name, close)}
          >
            <p>{t('again_note', { name })}</p>
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
    note={t('once', { name, when: formatMoment(until) })}
    addresses={[{ name: t('invitation', { name }), url }]}
    onDone={close}
  />
);

export function RoleSelect({ chosen }: { readonly chosen: Api.Person['role'] }) {
  return (
    <Select label={t('role')} name="role" defaultValue={chosen}>
      {roles.map((one) => (
        <option key={one} value={one}>
          {t(one)}
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
      title={t('invite')}
      {...(className !== undefined && { className })}
      changes={['people']}
      onSubmit={(values) => access.add(personIn(values))}
      result={({ invitation, display_name: name }, close) => showInvitation(invitation, name, close)}
    >
      <Field label={t('name')} name="name" required maxLength={80} autoComplete="off" autoFocus />
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
      title={t('remove')}
      className="plain"
      isDangerous
      changes={['people']}
      onSubmit={(values) => access.remove(id, { erase: values.has('erase') })}
    >
      <p>{t('remove_note', { name })}</p>
      <Check label={t('erase')} name="erase" />
    </FormAction>
  );
}
