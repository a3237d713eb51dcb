/** What a simulated evening is made of, and why. */
import { readOptions, SMOKE } from '../options.ts';

const HELP = `npm run bench:world -- [options]

An evening of all the padel of the world, in the order in which its matches arrive, as fast as the service takes them.

  --url URL            a database that bench:seed has filled; else one is made
  --matches N          stored in the one that is made, default 100000 of 10000 players
  --of-the-world N     the share of the world's matches that is played, default 1; 0.01 fits 10000 players
  --hours N            the evening, default 4: from seven to eleven in one time zone, which holds a good part of the players
  --low N              matches a second at both its ends, default 30: 2.6 million a day, the daily mean
  --high N             at its middle, default 300: ten times the mean; a court is booked out in the evening and empty at night
  --clubs N            share of matches that come as a finished night of twelve in one batch, default 0.55: club software sends
                       when the organiser closes the night, five to fifteen minutes after the last match
  --late-hours N       share that comes three to twelve hours late, default 0.03: nights of clubs that were off the network
  --late-days N        share that comes one to 21 days late, default 0.003: results that somebody remembers to enter
                       (what is left comes one by one from apps, one to ten minutes after the match)
  --apps N             partners that send the singles, default 5: there are few large ones
  --profiles N         profiles read for each match, default 2: half of its players look what it did to them
  --cards N            cards read for each match, default 0.1
  --leaderboards N     leaderboards read for each match, default 0.01: a screen in the club, and the curious
  --connections N      at most so many requests are under way, default 64
  --settle-minutes N   how long to wait for the end of settlement, default 60
  --no-verify          leave out the verification of everything at the end, which takes 25 s a million matches
  --smoke              a small evening on a small database

How late anything comes is nobody's statistics but a guess on the high side; each is an option.
`;

const values = readOptions(HELP, {
  url: { type: 'string' },
  matches: { type: 'string', default: '100000' },
  'of-the-world': { type: 'string', default: '1' },
  hours: { type: 'string', default: '4' },
  low: { type: 'string', default: '30' },
  high: { type: 'string', default: '300' },
  clubs: { type: 'string', default: '0.55' },
  'late-hours': { type: 'string', default: '0.03' },
  'late-days': { type: 'string', default: '0.003' },
  apps: { type: 'string', default: '5' },
  profiles: { type: 'string', default: '2' },
  cards: { type: 'string', default: '0.1' },
  leaderboards: { type: 'string', default: '0.01' },
  connections: { type: 'string', default: '64' },
  'settle-minutes': { type: 'string', default: '60' },
  verify: { type: 'boolean', default: true },
  smoke: SMOKE,
});

const isSmoke = values.smoke;

export const options = {
  isSmoke,
  url: values.url,
  matches: isSmoke ? 10_000 : Number(values.matches),
  ofTheWorld: isSmoke ? 0.001 : Number(values['of-the-world']),
  hours: isSmoke ? 1 : Number(values.hours),
  /** Matches a second of the whole world, at the ends and at the middle of the evening. */
  low: Number(values.low),
  high: Number(values.high),
  shares: {
    nights: Number(values.clubs),
    lateNights: Number(values['late-hours']),
    old: Number(values['late-days']),
  },
  apps: Number(values.apps),
  readsAMatch: {
    profile: Number(values.profiles),
    card: Number(values.cards),
    leaderboard: Number(values.leaderboards),
  },
  connections: Number(values.connections),
  settleMinutes: Number(values['settle-minutes']),
  verify: values.verify,
} as const;

export type Options = typeof options;
