/** Small plots as inline SVG. Colours are CSS classes, so that a page can be light or dark. */

/** One axis. */
export interface Axis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  readonly label: string;
  readonly format: (value: number) => string;
}

/** What a plot is drawn on. */
export interface Plot {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
}

/** Where values lie in the drawing. */
export interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

const MARGIN = { top: 26, right: 24, bottom: 40, left: 48 } as const;

/** Makes text safe within SVG and HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Draws a plot: title, grid, axes, and what `marks` puts on it. */
export function draw({ title, width, height, x, y }: Plot, marks: (scales: Scales) => string): string {
  const right = width - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  const scales: Scales = {
    x: (value) => rounded(MARGIN.left + ((value - x.min) / (x.max - x.min)) * (right - MARGIN.left)),
    y: (value) => rounded(bottom - ((value - y.min) / (y.max - y.min)) * (bottom - MARGIN.top)),
  };
  const grid = [
    ...x.ticks.map((tick) => line([scales.x(tick), MARGIN.top], [scales.x(tick), bottom], 'grid')),
    ...y.ticks.map((tick) => line([MARGIN.left, scales.y(tick)], [right, scales.y(tick)], 'grid')),
  ];
  const labels = [
    ...x.ticks.map((tick) => text(scales.x(tick), bottom + 15, x.format(tick), 'tick middle')),
    ...y.ticks.map((tick) => text(MARGIN.left - 6, scales.y(tick) + 4, y.format(tick), 'tick end')),
    text((MARGIN.left + right) / 2, height - 6, x.label, 'label middle'),
    text(MARGIN.left, MARGIN.top - 10, y.label === '' ? title : `${title} · ${y.label}`, 'title'),
  ];
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">${grid.join('')}${labels.join('')}${marks(scales)}</svg>`;
}

/** A straight line. */
export function line(from: readonly [number, number], to: readonly [number, number], style: string): string {
  return `<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" class="${style}"/>`;
}

/** A line through points; those that are not numbers are left out. */
export function path(points: readonly (readonly [number, number])[], style: string, title = ''): string {
  const there = points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  return `<polyline points="${there.map((point) => point.join(',')).join(' ')}" class="${style}">${tip(title)}</polyline>`;
}

/** A dot that tells its figures when pointed at. */
export function dot(x: number, y: number, radius: number, style: string, title = ''): string {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return '';
  return `<circle cx="${x}" cy="${y}" r="${rounded(radius)}" class="${style}">${tip(title)}</circle>`;
}

/** Text at a place; `style` also says how it is aligned. */
export function text(x: number, y: number, content: string, style: string): string {
  return `<text x="${rounded(x)}" y="${rounded(y)}" class="${style}">${escaped(content)}</text>`;
}

/** Round values from one end to the other, `count` or a few more. */
export function ticksBetween(min: number, max: number, count: number): number[] {
  const rough = (max - min) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((multiple) => multiple * power >= rough) ?? 10) * power;
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

function tip(title: string): string {
  return title === '' ? '' : `<title>${escaped(title)}</title>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
