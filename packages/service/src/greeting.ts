import type { Service } from './service.ts';

/** Printed at once by the first start, since creating the database takes seconds. */
export function newDatabaseNotice(directory: string): string {
  return `Creating the embedded database in ${directory}. This takes a few seconds …\n`;
}

/** The text that a start prints. The demo's invitation and keys are shown nowhere else. */
export function greeting(
  {
    url,
    adminUrl,
    operatorTokenFile,
    demo,
    invitation,
  }: Pick<Service, 'url' | 'adminUrl' | 'operatorTokenFile' | 'demo' | 'invitation'>,
  now: number,
): string {
  const lines = [`Bandeja listens on ${url}`, `Documentation: ${url}/docs`];
  if (adminUrl !== null) lines.push(`Operators and metrics: ${adminUrl}`);
  if (operatorTokenFile !== null) lines.push(`Operator token: ${operatorTokenFile}`);
  if (demo !== null) lines.push('', 'The database is new, so it got a demo club with a club night.');
  if (invitation !== null) {
    lines.push(
      '',
      'Open the console in a browser, signed in as the demo club’s manager. The address works once, within 72 hours:',
      '',
      `  ${invitation}`,
    );
  }
  if (demo !== null) {
    lines.push(
      '',
      'A key for programs, which is shown only once:',
      '',
      `  ${demo.key}`,
      '',
      'A test key for its sandbox, which starts empty:',
      '',
      `  ${demo.testKey}`,
      '',
      'Submit a match and see how the ratings change:',
      '',
      `  ${sampleCommand(url, demo.key, demo.usernames, now)}`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** Works in any shell: the body contains no single quote. */
function sampleCommand(url: string, key: string, usernames: readonly string[], now: number): string {
  const [first, second, third, fourth] = usernames;
  const body = {
    external_ref: 'my-first-match',
    played_at: `${new Date(now).toISOString().slice(0, 19)}Z`,
    winning_team: 'A',
    trust_tier: 'partner_attested',
    participants: [
      { username: first, team: 'A' },
      { username: second, team: 'A' },
      { username: third, team: 'B' },
      { username: fourth, team: 'B' },
    ],
    set_scores: [
      { set_number: 1, team_a_games: 6, team_b_games: 4 },
      { set_number: 2, team_a_games: 7, team_b_games: 5 },
    ],
  };
  return `curl -s ${url}/v1/matches -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
