import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Field } from '../../parts/Field.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page, Tile } from '../../parts/Page.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { Passkeys } from './Passkeys.tsx';
import { Invite, type PeopleAccess, PersonTable, personIn, RoleSelect } from './PersonTable.tsx';
import { Devices } from './WaysIn.tsx';

const t = texts('console.people.people');

const access: PeopleAccess = {
  add: (person) => bandeja().people.add(person),
  invite: (id) => bandeja().people.invite(id),
  remove: (id, options) => bandeja().people.remove(id, options),
};

/** The people of the club, for its managers. */
export function People() {
  const forbidden = useForbidden(needs.managePeople);
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={forbidden === null && <Invite className="main" access={access} />}
    >
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
          <Tile title={t('title')}>
            <PersonTable
              people={rows}
              access={access}
              actions={(person, isOwn) => (
                <>
                  <Change person={person} />
                  {!isOwn && person.last_used_at !== null && <LostPhone person={person} />}
                </>
              )}
            />
          </Tile>
          {rows.length === 1 && (
            <Empty title={t('alone')} hint={t('first')}>
              <Invite access={access} />
            </Empty>
          )}
        </>
      )}
    </PagedList>
  );
}

function Change({ person: { id, display_name: name, role } }: { readonly person: Api.Person }) {
  return (
    <FormAction
      title={t('change')}
      className="plain"
      submit={t('save')}
      changes={['people', 'me']}
      onSubmit={(values) => bandeja().people.update(id, personIn(values))}
    >
      <Field label={t('name')} name="name" required maxLength={80} defaultValue={name} autoComplete="off" />
      <RoleSelect chosen={role} />
    </FormAction>
  );
}

/** The devices and passkeys of one person, each of which can be ended. */
function LostPhone({ person }: { readonly person: Api.Person }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {t('lost')}
      </button>
      {isOpen && (
        <Sheet title={person.display_name} onClose={() => setOpen(false)}>
          <Devices signIns={person.sign_ins} />
          <Passkeys passkeys={person.passkeys} />
          <div className="actions">
            <button type="button" onClick={() => setOpen(false)}>
              {t('close')}
            </button>
          </div>
        </Sheet>
      )}
    </>
  );
}
