/** The sentences and figures of pictures as people read them, in one language. */
import type { Card, CardWindow } from '@bandeja/contract/card';
import type { MatchView } from '@bandeja/contract/matches';
import type { Progress } from '@bandeja/contract/progress';
import { dayIn } from '@bandeja/contract/time-zones';
import { PROVISIONAL_MATCHES } from '@bandeja/rating';
import { formatText, type MessageCode, type MessageValues } from '../messages/format.ts';
import { type Language, locales } from '../messages/languages.ts';
import { numberFormatter } from '../messages/numbers.ts';
import type { Named, PosterSession } from './recap/poster-session.ts';
import type { PictureOptions } from './theme.ts';

type Result = Card['form']['results'][number];

/** A text with shorter forms of it, the longest first. */
export type TextVariants = [string, ...string[]];

/** `+24`, `−7`, `0`: the same in every language. */
export const signed = (points: number): string => numberFormatter(locales.en, 'signed').format(points);

const RESULTS = { W: 'won', D: 'drawn', L: 'lost' } as const;

/** The shortest streak that is shown. */
const STREAK_MIN = 2;

const WINDOW_DAYS = [7, 30, 90] as const;

/** A session that goes on after midnight still counts as one day. */
const SINGLE_DAY_HOURS_MAX = 12;

/** The formats of a language. Days are converted from instants before they are formatted, so the formats are those of UTC. */
const formatsOf = (language: Language) => ({
  day: new Intl.DateTimeFormat(locales[language], { day: 'numeric', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(locales[language], { month: 'short', timeZone: 'UTC' }),
  longDay: new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone: 'UTC' }),
  list: new Intl.ListFormat(locales[language], { type: 'conjunction' }),
});

const cached = new Map<Language, ReturnType<typeof formatsOf>>();

/** The texts of pictures in a language. Days are days of a time zone. */
export class PictureTexts {
  readonly language: Language;
  readonly #zone: string;
  readonly #formats: ReturnType<typeof formatsOf>;

  constructor({ language, timeZone = 'UTC' }: Pick<PictureOptions, 'language' | 'timeZone'>) {
    this.language = language;
    this.#zone = timeZone;
    this.#formats = cached.get(language) ?? formatsOf(language);
    cached.set(language, this.#formats);
  }

  format<Code extends MessageCode>(code: Code, values: MessageValues<Code>): string {
    return formatText(this.language, code, values);
  }

  /** `1 May`; with the year unless it is that of `now`. Put together here: in Portugal the short form is `1/05`. */
  day(instant: number | string, now?: number): string {
    const day = dayIn(this.#zone, instant);
    const date = `${this.#formats.day.format(new Date(day))} ${this.#formats.month.format(new Date(day)).replace('.', '')}`;
    const year = String(Number(day.slice(0, -6)));
    return now !== undefined && day.slice(0, -6) === dayIn(this.#zone, now).slice(0, -6) ? date : `${date} ${year}`;
  }

  /** Whether the matches were played on several days, such as those of a league. */
  hasSeveralDays({ started_at: start, ended_at: end }: Pick<PosterSession, 'started_at' | 'ended_at'>): boolean {
    if (start === null || end === null || dayIn(this.#zone, start) === dayIn(this.#zone, end)) return false;
    return Date.parse(end) - Date.parse(start) > SINGLE_DAY_HOURS_MAX * 3_600_000;
  }

  /** `20 Nov 2026`; of several days `5–26 Mar 2026`, `26 Feb – 5 Mar 2026`. Empty without matches. */
  days({ started_at: start, ended_at: end }: Pick<PosterSession, 'started_at' | 'ended_at'>): string {
    if (start === null) return '';
    const first = this.day(start);
    if (end === null || !this.hasSeveralDays({ started_at: start, ended_at: end })) return first;
    const last = this.day(end);
    const [from, to] = [dayIn(this.#zone, start), dayIn(this.#zone, end)];
    if (from.slice(0, 7) === to.slice(0, 7)) return `${this.#formats.day.format(new Date(from))}–${last}`;
    return `${from.slice(0, 4) === to.slice(0, 4) ? first.replace(/ \d+$/u, '') : first} – ${last}`;
  }

  /** `Friday 20 November 2026`. Versions of Unicode disagree about the comma. @param when an instant, or a day such as 2026-11-20 */
  longDay(when: string): string {
    const day = when.includes('T') ? dayIn(this.#zone, when) : when;
    const text = this.#formats.longDay.format(new Date(day)).replace(',', '');
    return `${text.slice(0, 1).toLocaleUpperCase(locales[this.language])}${text.slice(1)}`;
  }

  pair([first = '', second = '']: readonly string[]): string {
    return this.format('picture.pair', { first, second });
  }

  matches(matches: number): string {
    return this.format('card.matches', { matches });
  }

  resultLetter(result: Result): string {
    return this.format('card.result_letter', { result: RESULTS[result] });
  }

  /** What the form is called. */
  form({ label }: Card['form']): string {
    return this.format('card.form', { label });
  }

  /** `4 wins in a row`; empty for a streak of one match. */
  streak({ streak }: Card['form']): string {
    if (streak === null || streak.length < STREAK_MIN) return '';
    return this.format('card.streak', { result: RESULTS[streak.result], length: streak.length });
  }

  get windowTitles(): string[] {
    return WINDOW_DAYS.map((days) => this.format('card.window', { days }));
  }

  /** `5 W · 2 L`, or a phrase for a window without matches. */
  window({ matches, wins, draws, losses }: CardWindow): TextVariants {
    if (matches === 0) return [this.format('card.no_match', {})];
    const record = this.format('card.record', { wins, draws, losses });
    return [
      record,
      record.replaceAll(' · ', ' '),
      recordOf({ wins, draws, losses }),
      this.matches(matches),
      String(matches),
    ];
  }

  /** The share of players with a lower score; empty if it is below `min` or not known, or the score is an early estimate. */
  percentile({ percentile, confidence_level: level }: Card['rating'], min: number): string {
    return percentile === null || percentile < min || level === 'low'
      ? ''
      : this.format('card.percentile', { share: percentile / 100 });
  }

  /** The others of a match. @param names the teammate’s, then the opponents’ */
  others([teammate = '', ...opponents]: readonly string[]): string {
    return this.format('card.others', { teammate, opponents: this.pair(opponents) });
  }

  /** Responses name hidden and erased players in English; a picture translates these names. */
  shownName({ display_name: name, identity = 'shown', username, number }: Named): string {
    if (identity === 'erased') return this.format('card.erased_player', {});
    if (identity === 'shown') return name;
    if (username != null) return username;
    return number == null ? this.format('card.private_player', {}) : this.format('poster.numbered_player', { number });
  }

  /** Own games first, such as `6-4 7-5`; words without a scoreline. */
  scoreline(outcome: MatchView['outcome'], score: string): TextVariants {
    if (outcome === 'walkover') return [this.format('card.walkover', {})];
    if (outcome === 'played') return [score === '' ? this.format('card.no_score', {}) : score];
    const retired = this.format('card.retired_unscored', {});
    return score === '' ? [retired] : [this.format('card.retired', { score }), retired];
  }

  cardTitle({ player, rating, form }: Card): string {
    return this.format('card.title', {
      name: player.display_name,
      service_score: rating.service_score,
      confidence: rating.confidence_label,
      form: this.form(form),
    });
  }

  cardDescription({ player, rating, headline_insight: { text } }: Card): string {
    const spread = isPlacing(rating) ? '' : `± ${rating.uncertainty}, `;
    return `@${player.username}, ${spread}${this.matches(rating.matches_played)}. ${text}`;
  }

  /** `2 of 3 matches`: how far a provisional score is placed. From the third on, nothing says how many more it takes. */
  placing({ matches_played: matches }: Card['rating']): string {
    if (matches >= PROVISIONAL_MATCHES) return this.matches(matches);
    return this.format('card.placing', { matches, matches_needed: PROVISIONAL_MATCHES });
  }

  /** The uncertainty of a score, which grows between matches, and its date. */
  spread(uncertainty: number, at: number): string {
    const date = this.day(at, at);
    return this.format('picture.spread', { uncertainty, date });
  }

  /** How sure the score is and how it has moved. */
  change({ points, summary: { change } }: Progress): TextVariants {
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [''];
    if (isPlacing(last)) return [this.format('confidence.provisional', {})];
    const end = Date.parse(last.at);
    const spread = this.spread(last.uncertainty, end);
    const since = this.format('progress.since', { change, date: this.day(first.at, end) });
    return [`${spread} · ${since}`, `${spread} · ${signed(change)}`, spread];
  }

  /** What a chart says to those who cannot see it. */
  progress({ player, points, summary }: Progress): { title: string; description: string } {
    const { first, current } = summary;
    const [lowest, peak] = [Math.min(first, summary.lowest), Math.max(first, summary.peak)];
    const title = this.format('progress.title', { name: player.display_name, service_score: current });
    const [oldest, newest] = [points[0], points.at(-1)];
    if (oldest === undefined || newest === undefined) return { title, description: this.format('progress.empty', {}) };
    const [from = '', to = ''] = [oldest, newest].map(({ at }) => this.day(at));
    const { uncertainty } = newest;
    const spread = isPlacing(newest) ? 'not_shown' : 'shown';
    return {
      title,
      description: this.format('progress.description', { first, current, from, to, lowest, peak, spread, uncertainty }),
    };
  }

  /** `24 matches, 8 players.` */
  posterTotals({ matches, unique_players }: Pick<PosterSession, 'matches' | 'unique_players'>): string {
    return this.format('poster.totals', { matches: matches.completed, players: unique_players.count });
  }

  /** Two names against the other two. */
  against(names: readonly string[], isDraw: boolean): string {
    const [winners, losers] = [this.pair(names.slice(0, 2)), this.pair(names.slice(2))];
    return this.format('poster.against', { result: isDraw ? 'drawn' : 'won', winners, losers });
  }

  upset(probability: number | null, score: string | null): string {
    const chance = (winner_probability: number) => this.format('poster.upset_chance', { winner_probability });
    const parts = [score, probability === null ? null : chance(probability)];
    return parts.filter((part) => part !== null).join(' · ');
  }

  closest(score: string, isDraw: boolean): string {
    return isDraw ? `${score} · ${this.format('poster.draw', {})}` : score;
  }

  /** `Joint first: Ana and Bea.` */
  winners(names: readonly string[]): string {
    return this.format('poster.winners', { names: this.#formats.list.format(names), players: names.length });
  }
}

/** A provisional score places a player: nothing shows how it moved, nor its uncertainty. */
export const isPlacing = ({ confidence_level: level }: Pick<Card['rating'], 'confidence_level'>): boolean =>
  level === 'provisional';

/** `5–1`, with draws `5–1–1` (won, drawn, lost). */
export const recordOf = ({ wins, draws, losses }: { wins: number; draws: number; losses: number }): string =>
  (draws === 0 ? [wins, losses] : [wins, draws, losses]).join('–');
