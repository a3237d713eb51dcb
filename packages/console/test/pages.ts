/** Every page of the console on the demo, and how it is opened. Other suites check the steps of an import and of a merge as they pass them. */
import { Bandeja, BandejaOperator } from '@bandeja/client';
import { WORKBOOK } from './club-files.ts';
import { confirmationPages } from './confirmation-pages.ts';
import { linkPages } from './linked-nights.ts';
import { createNights, nightPages } from './nights.ts';
import type { ConsolePage, Credentials } from './opening.ts';

export const SESSION = 'club-norte-2025-10-17';

/** The pages with an example of what each shows. */
export async function listPages({ url, key, operatorToken }: Credentials): Promise<ConsolePage[]> {
  const client = new Bandeja({ baseUrl: url, key });
  const [match] = (await client.matches.list({ limit: 1 })).data;
  const operator = new BandejaOperator({ baseUrl: url, operatorToken });
  const [partner] = (await operator.partners.list({ limit: 1 })).data;
  const club = { display_name: 'Olga Marín', role: 'organizer' } as const;
  const { invitation } = await operator.people.add(partner?.id ?? '', club);
  await operator.tasks.start('audit');
  await operator.operators.create({ name: 'Ana' });
  // It refuses all requests, so that the log has failed deliveries.
  const endpoint = await client.webhooks.create({ url: `${url}/health/live` });
  await client.webhooks.replay(endpoint.id, { since: '2020-01-01T00:00:00Z' });
  await createNights(client);
  const page = (name: string, path: string, ready: string, as: ConsolePage['as'] = 'manager') => ({
    name,
    path,
    ready,
    as,
  });
  return [
    page('sign-in', '', '.sign-in', 'nobody'),
    page('join', `/join#${invitation.token}`, '.invited', 'nobody'),
    page('people', '/people', 'tbody tr'),
    { ...page('people-invite', '/people', 'tbody tr'), press: 'Invite someone' },
    page('club', '/club', 'select'),
    { ...page('devices', '/devices', 'tbody tr'), press: 'Sign in on another device' },
    page('players', '/players', 'tbody tr'),
    page('players-none', '/players?q=xylophone', '.empty'),
    { ...page('register', '/players', 'tbody tr'), press: 'Register a player' },
    { ...page('account', '/tonight', '.cards .row'), press: 'Ana' },
    page('leaderboard', '/players?roster=club-night', '.ranking tbody tr'),
    page('ranking', '/ranking', '.podium'),
    {
      ...page('ranking-picture', '/ranking', '.podium'),
      act: (tab) => tab.getByText('Picture to share').click(),
    },
    page('ranking-screen', '/ranking/screen', '.tv .podium'),
    page('scale', '/scale', 'tbody tr'),
    { ...page('register-file', '/players', 'tbody tr'), press: 'Register from a file' },
    page('player', '/players/ines.carvalho', '.picture img >> nth=0'),
    page('player-analysis', '/players/ines.carvalho?tab=analysis', '.rates'),
    page('player-matches', '/players/ines.carvalho?tab=matches', '.matches .row'),
    page('player-manage', '/players/ines.carvalho?tab=manage', '.tile form'),
    page('player-merge', '/players/ines.carvalho/merge', '.player-search'),
    page('player-unknown', '/players/absent', '.fault'),
    ...nightPages(client),
    ...(await linkPages(client)),
    ...(await confirmationPages(client)),
    page('session', `/sessions/${SESSION}`, '.picture img'),
    page('matches', '/matches', '.matches .row'),
    page('match', `/matches/${match?.id}`, '.explained'),
    { ...page('match-amend', `/matches/${match?.id}`, '.explained'), press: 'Amend' },
    page('import', '/import', '.drop'),
    {
      ...page('import-missing', '/import', '.drop'),
      file: ['liga.xlsx', WORKBOOK],
      shown: '.tile .warn',
    },
    { ...page('import-unreadable', '/import', '.drop'), file: ['foto.csv', '\x25PDF-1.7'], shown: '.fault' },
    page('events', '/developers', '.events li'),
    page('webhooks', '/developers?tab=webhooks', '.cards .row'),
    page('webhook', `/developers?tab=webhooks&endpoint=${endpoint.id}`, '.content tbody tr'),
    page('sandbox', '/developers?tab=sandbox', 'main .figures', 'sandbox'),
    page('sandbox-forbidden', '/developers?tab=sandbox', '.forbidden'),
    page('partners', '/operator/partners', 'tbody tr', 'operator'),
    page('partner', `/operator/partners/${partner?.id}`, 'tbody tr', 'operator'),
    { ...page('issue-key', `/operator/partners/${partner?.id}`, 'tbody tr', 'operator'), press: 'Issue a key' },
    page('operators', '/operator/operators', 'tbody tr', 'operator'),
    page('ratings', '/operator/ratings', '.content tbody tr', 'operator'),
    page('diagnosis', '/operator/diagnosis', '.findings li', 'operator'),
  ];
}
