/**
 * A player's card as an SVG picture, 320 units wide. It has no scripts, fonts, links or images, and follows the reader's
 * light or dark mode.
 */
import type { Card, CardForm, CardWindow } from '../../domain/card/index.ts';
import { confidenceLevels } from '../../domain/players/index.ts';
import { type LastMatch, lastMatchOf } from './last-match.ts';
import { BOLD, cutTo, escapeXml, isolated, linesOf, sentencesOf, widthOf } from './text.ts';
import { sheetOf, type Theme } from './theme.ts';
import { consistencyWord, dayWords, formWord, othersWords, signed, streakWords, windowWords } from './words.ts';

const WIDTH = 320;
const MARGIN = 20;
const INNER = WIDTH - 2 * MARGIN;
const RIGHT = WIDTH - MARGIN;
const TOP_OF_MATCHES = 410;
const LEFT_OF_MATCHES = MARGIN + 34;
const ROW = 36;

type Anchor = 'start' | 'middle' | 'end';

function text(x: number, y: number, size: number, look: string, content: string, anchor: Anchor = 'start'): string {
  const place = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  const classes = look === '' ? '' : ` class="${look}"`;
  return `<text x="${x}" y="${y}" font-size="${size}"${classes}${place}>${escapeXml(content)}</text>`;
}

function box(x: number, y: number, width: number, height: number, radius: number, look: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" class="${look}"/>`;
}

/** @param now ms since 1970: what the card is as of */
export function cardSvg(card: Card, theme: Theme, now: number): string {
  const height = TOP_OF_MATCHES + ROW * Math.max(card.last_matches.length, 1) + 38;
  const parts = [
    ...header(card),
    ...score(card),
    ...Object.values(card.windows).flatMap((window, index) => windowTile(window, index)),
    ...form(card.form),
    ...consistency(card),
    ...headline(card),
    ...lastMatches(card, now),
    text(MARGIN, height - 14, 10, 'quiet', 'Bandeja'),
    text(RIGHT, height - 14, 10, 'quiet', dayWords(new Date(now).toISOString(), Number.NaN), 'end'),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" class="bdj-card" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(summaryOf(card))}">
<title>${escapeXml(summaryOf(card))}</title>
<style>${sheetOf(theme)}</style>
<rect x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="18" class="ground"/>
${parts.join('\n')}
</svg>
`;
}

function summaryOf({ player, rating, form: { label } }: Card): string {
  return `${player.display_name}: ${rating.service_score} points (${rating.confidence_label}), form ${formWord(label).toLowerCase()}`;
}

function header({ player }: Card): string[] {
  const name = isolated(cutTo(player.display_name, 21 * BOLD, INNER));
  const country = player.country_code === null ? '' : ` · ${player.country_code}`;
  const handle = `@${player.username}`;
  return [
    text(MARGIN, 42, 21, 'b', name),
    text(MARGIN, 61, 12, 'quiet', `${cutTo(handle, 12, INNER - (country === '' ? 0 : 40))}${country}`),
  ];
}

function score({ rating }: Card): string[] {
  const reached = confidenceLevels.indexOf(rating.confidence_level) + 1;
  const pips = confidenceLevels.map((_, index) =>
    box(RIGHT - 116 + 24 * index, 112, 20, 5, 2.5, index < reached ? 'accent' : 'edge'),
  );
  const matches = rating.matches_played === 1 ? '1 match' : `${rating.matches_played} matches`;
  const aside = rating.rating_status === 'settling' ? 'settling' : matches;
  return [
    text(MARGIN - 2, 117, 50, 'b', String(rating.service_score)),
    text(RIGHT - 116, 88, 13, 'm', rating.confidence_label),
    text(RIGHT - 116, 104, 11, 'quiet', cutTo(`± ${rating.uncertainty} · ${aside}`, 11, 116)),
    ...pips,
  ];
}

const WINDOW_TITLES = ['7 days', '30 days', '90 days'];

function windowTile(window: CardWindow, index: number): string[] {
  const width = 88;
  const x = MARGIN + index * (width + 8);
  const middle = x + width / 2;
  const { service_score_change: change } = window;
  return [
    box(x, 136, width, 64, 10, 'soft'),
    text(middle, 153, 11, 'quiet', WINDOW_TITLES[index] ?? '', 'middle'),
    text(middle, 174, 18, `b ${lookOf(change)}`.trim(), window.matches === 0 ? '–' : signed(change), 'middle'),
    text(middle, 191, 10.5, 'quiet', windowWords(window), 'middle'),
  ];
}

const lookOf = (change: number): string => (change === 0 ? '' : change > 0 ? 'win' : 'loss');

/** A won match is a filled square, a lost one is open, so that they differ without colours too. */
function mark(x: number, y: number, size: number, won: boolean): string[] {
  return [
    won ? box(x, y, size, size, 6, 'win') : box(x + 0.75, y + 0.75, size - 1.5, size - 1.5, 5.25, 'lost'),
    text(x + size / 2, y + size / 2 + 4, 11, won ? 'b on-win' : 'b loss', won ? 'W' : 'L', 'middle'),
  ];
}

function heading(y: number, title: string, aside: string): string[] {
  return [text(MARGIN, y, 13, 'm', title), ...(aside === '' ? [] : [text(RIGHT, y, 12, 'quiet', aside, 'end')])];
}

function form(shown: CardForm): string[] {
  const size = 24;
  const step = (INNER - size) / 9;
  const title = `Form: ${formWord(shown.label).toLowerCase()}`;
  if (shown.results.length === 0) {
    return [...heading(225, title, ''), text(MARGIN, 250, 12, 'quiet', 'The first results will stand here.')];
  }
  return [
    ...heading(225, title, [streakWords(shown), 'newest first'].filter((words) => words !== '').join(', ')),
    ...shown.results.flatMap((result, index) => mark(MARGIN + index * step, 234, size, result === 'W')),
  ];
}

function consistency({ consistency: { value, label } }: Card): string[] {
  const word = consistencyWord(label);
  if (value === null) return [...heading(283, 'Consistency', word), box(MARGIN, 291, INNER, 6, 3, 'edge')];
  const at = MARGIN + (value / 100) * INNER;
  return [
    ...heading(283, 'Consistency', `${word} · ${value} of 100`),
    box(MARGIN, 291, INNER, 6, 3, 'edge'),
    box(MARGIN, 291, Math.max(at - MARGIN, 6), 6, 3, 'accent'),
  ];
}

function headline({ headline_insight: insight }: Card): string[] {
  const words = insight?.text ?? 'Nothing stands out beyond what chance would do.';
  const [size, step] = [12, 15];
  const lines = linesOf(words, size * (insight === null ? 1 : BOLD), INNER - 28, 4);
  const first = 348 - ((lines.length - 1) * step) / 2;
  return [
    box(MARGIN, 312, INNER, 64, 10, 'soft'),
    box(MARGIN, 322, 3, 44, 1.5, insight === null ? 'edge' : 'accent'),
    ...lines.map((line, index) =>
      text(MARGIN + 16, first + index * step, size, insight === null ? 'quiet' : 'm', line),
    ),
  ];
}

function lastMatches({ player, last_matches }: Card, now: number): string[] {
  const title = text(MARGIN, TOP_OF_MATCHES - 8, 13, 'm', 'Last matches');
  if (last_matches.length === 0) return [title, text(MARGIN, TOP_OF_MATCHES + 18, 12, 'quiet', 'No match yet.')];
  const matches = last_matches.map((match) => lastMatchOf(match, player.username));
  const players = sentencesOf(
    matches.map((match) => match.others),
    othersWords,
    11,
    RIGHT - LEFT_OF_MATCHES,
  );
  return [title, ...matches.flatMap((match, index) => matchRow(match, players[index] ?? '', index, now))];
}

/** Room for the change of the score, such as −120. */
const DELTA_WIDTH = 46;

function matchRow(match: LastMatch, players: string, index: number, now: number): string[] {
  const y = TOP_OF_MATCHES + index * ROW;
  const date = dayWords(match.playedAt, now);
  const room = RIGHT - LEFT_OF_MATCHES - DELTA_WIDTH - 6 - widthOf(date, 10.5);
  const line = `<line x1="${LEFT_OF_MATCHES}" y1="${y}" x2="${RIGHT}" y2="${y}" class="line"/>`;
  const { delta } = match;
  return [
    ...(index === 0 ? [] : [line]),
    ...mark(MARGIN, y + 6, 24, match.won),
    text(LEFT_OF_MATCHES, y + 16, 13, 'm', cutTo(match.score, 13 * BOLD, room)),
    text(RIGHT - DELTA_WIDTH, y + 16, 10.5, 'quiet', date, 'end'),
    ...(delta === null ? [] : [text(RIGHT, y + 16, 13, `m ${lookOf(delta)}`.trim(), signed(delta), 'end')]),
    text(LEFT_OF_MATCHES, y + 30, 11, 'quiet', players),
  ];
}
