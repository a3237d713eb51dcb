/** Numbers and times as people read them. */
import { locale } from './language.ts';

const whole = new Intl.NumberFormat(locale);
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const fixedDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const stated = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
const percentage = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const daysIn = (timeZone?: string) => ({
  day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
  weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }),
  moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
});
let days = daysIn();
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

export const formatNumber = (value: number): string => whole.format(value);
export const formatDecimal = (value: number): string => oneDecimal.format(value);
/** In columns: 20.0 below 19.8. */
export const formatAverage = (value: number): string => fixedDecimal.format(value);
/** Scores have no separator of thousands, as on the cards. */
export const formatScore = (value: number): string => String(value);
/** On the scale from 0 to 7. */
export const formatLevel = (value: number): string => twoDecimals.format(value);
/** As it was sent: 3.5, not 3.50. */
export const formatStated = (value: number): string => stated.format(value);
/** With the typographic minus. */
export const formatChange = (value: number): string => signed.format(value).replace('-', '−');
export const formatShare = (value: number): string => percentage.format(value);
/** Days are then days of this zone, such as the club's. Default: the zone of this browser. */
export function setTimeZone(name: string): void {
  days = daysIn(name);
}
export const formatDay = (instant: string): string => days.day.format(new Date(instant));
export const formatWeekday = (instant: string): string => days.weekday.format(new Date(instant));
export const formatMoment = (instant: string | number): string => days.moment.format(new Date(instant));
export const formatClock = (instant: string | number): string => clock.format(new Date(instant));
