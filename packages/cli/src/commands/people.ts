import type { Api } from '@bandeja/client';
import { roles } from '@bandeja/contract/account-enums';
import { command, group } from '../command.ts';
import { choice, option, type PageOptions, pageOptions, pageQuery, required, utcOption } from '../options.ts';
import { count, type Layout, time } from '../print.ts';

const PARTNER = '0190a0b0-1111-7222-8333-444455556666';
const ID = '7c1d2f0a-6b5f-4c1e-8f57-2a4b6c8d0e1f';
const id = { id: 'The id of the person' };

const listed: Layout<Api.Person> = [
  ['id', 'id'],
  ['name', 'display_name', 'shrinks'],
  ['role', 'role'],
  ['devices', ({ sign_ins }) => count(sign_ins.length)],
  ['last used', ({ last_used_at }) => time(last_used_at)],
  ['invited until', ({ invitation }) => time(invitation?.expires_at)],
  ['removed', ({ removed_at }) => time(removed_at)],
];
const invited: Layout<Api.IssuedInvitation> = [
  ['address', 'url'],
  ['until', ({ expires_at }) => time(expires_at)],
];
const added: Layout<Api.InvitedPerson> = [
  ['address', ({ invitation }) => invitation.url],
  ['until', ({ invitation }) => time(invitation.expires_at)],
  ['id', 'id'],
  ['name', 'display_name'],
  ['role', 'role'],
];
const SEND = 'Send the address to the person now: it is not shown again. It signs in one device, once.';

/** `bandeja people …` */
export const people = group('people', 'Let people of a partner in, and remove them', [
  command<PageOptions & { readonly all?: boolean }>({
    use: 'list <partner>',
    routes: ['GET /admin/v1/partners/{id}/people'],
    description: 'List the people of a partner.',
    args: { partner: 'The id of the partner' },
    options: [option('--all', 'Also removed people'), ...pageOptions, utcOption],
    examples: [`people list ${PARTNER}`],
    run: async (call, partner) => {
      const { all } = call.options;
      const empty = all ? 'No people yet.' : 'No people. --all also lists removed ones.';
      call.list(await call.operator.people.list(partner, { ...pageQuery(call.options), all }), listed, empty);
    },
  }),
  command<{ readonly name: string; readonly role?: Api.Person['role'] }>({
    use: 'invite <partner>',
    routes: ['POST /admin/v1/partners/{id}/people'],
    description: 'Add a person, and print the address that signs the person in. It is shown once.',
    args: { partner: 'The id of the partner' },
    options: [
      required('--name <name>', 'The name of the person'),
      choice('--role <role>', 'What the person may do (default: manager)', roles),
      utcOption,
    ],
    examples: [`people invite ${PARTNER} --name Ana`, `people invite ${PARTNER} --name Berta --role organizer`],
    run: async (call, partner) => {
      const { name: display_name, role } = call.options;
      call.show(await call.operator.people.add(partner, { display_name, role }), added);
      call.note(SEND);
    },
  }),
  command({
    use: 'invite-again <id>',
    routes: ['POST /admin/v1/people/{id}/invitation'],
    description: 'Print another address that signs a person in. The one before ends.',
    args: id,
    options: [utcOption],
    examples: [`people invite-again ${ID}`],
    run: async (call, person) => {
      call.show(await call.operator.people.invite(person), invited);
      call.note(SEND);
    },
  }),
  command<{ readonly erase?: boolean }>({
    use: 'remove <id>',
    routes: ['DELETE /admin/v1/people/{id}'],
    description: 'Remove a person with all sign-ins and passkeys. The audit trail keeps the name.',
    args: id,
    options: [option('--erase', 'Also delete the name for good')],
    examples: [`people remove ${ID}`, `people remove ${ID} --erase`],
    run: async (call, person) => {
      const { erase } = call.options;
      await call.operator.people.remove(person, { ...(erase && { erase }) });
      call.done(null, `The person ${person} is removed${erase ? ', and the name is deleted' : ''}.`);
    },
  }),
]);
