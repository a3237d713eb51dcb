/** The comparison as one page that needs nothing else: no script, no font, no request. */
import { MODEL_VERSION } from '../../../src/rating/index.ts';
import type { Judged } from '../compare.ts';
import { scoreHistoryOf } from '../measure/score-history.ts';
import { calibrationChart, coldStartChart, differenceChart, pathChart, type SetView, scoreGapChart } from './charts.ts';
import type { Facts } from './facts.ts';
import { escaped } from './plot.ts';
import { style } from './style.ts';
import { differenceText, fittingTitles } from './table.ts';

/** The whole page. */
export function pageOf(facts: Facts): string {
  const { judged, sets, demands, effort, isInvented } = facts;
  const views = viewsOf(facts);
  const [best] = views[0]?.others ?? [];
  const legend = `<p class="legend"><span class="key ours-key"></span>ours, in use<span class="key other-key"></span>${escaped(best?.name ?? '')}, the best of the others</p>`;
  const charts = (chart: (view: SetView) => string): string => `<div class="charts">${views.map(chart).join('')}</div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>How well the rating predicts</title>
<style>${style}</style>
</head>
<body>
<h1>How well the rating predicts</h1>
${isInvented ? '<p class="warning">These histories are invented, to see that everything runs. The figures mean nothing.</p>' : ''}
<p>Model ${MODEL_VERSION}. Constants fitted to rows from 10 to 60 % of each history in time (${effort.evaluations} evaluations for each model and fit), predictions scored on the last 40 %: each match from all before it.</p>
<ul class="demands">${demands.map(({ demand, isMet, figures }) => `<li><b>${isMet ? 'Yes' : 'No'}.</b> ${escaped(demand)}: ${escaped(figures)}.</li>`).join('')}</ul>
<h2>Log loss</h2>
<p>Nats a match, lower is better; a coin has 0.693. Below it, how many thousandths of a nat above ours fitted alike, with the 95 % interval of a paired bootstrap over days.</p>
${lossTable(
  judged,
  sets.map(({ name }) => name),
)}
<h2>How much worse the others are</h2>
<p>One fit for all sets, ours too. An interval that keeps clear of the line is no accident.</p>
${charts(differenceChart)}
<h2>Calibration</h2>
<p>Of matches given 70 %, 70 % should be won: dots on the line.</p>
${legend}${charts(calibrationChart)}
<h2>Cold start</h2>
<p>Log loss by the matches that the least known of the four had played. Thin lines: the other models.</p>
${legend}${charts(coldStartChart)}
<h2>Score against result</h2>
<p>How often the side with more points won: dots with 95 % intervals; the line is the mean of what the model gave.</p>
${charts(scoreGapChart)}
<h2>Scores over time</h2>
<p>The five players of each set with the most matches.</p>
${charts(pathChart)}
<h2>All measures</h2>
${measureTable(
  judged,
  sets.map(({ name }) => name),
)}
</body>
</html>
`;
}

function viewsOf({ judged, sets }: Facts): SetView[] {
  const ours = judged.find(({ fitting }) => fitting === 'given');
  const others = judged
    .filter(({ fitting, isOurs }) => fitting === 'one' && !isOurs)
    .sort((a, b) => a.mean.logLoss - b.mean.logLoss);
  if (ours === undefined) return [];
  return sets.map((set, index) => ({ title: set.name, index, ours, others, history: scoreHistoryOf(set) }));
}

/** A row for each model, under a heading for each way of fitting. */
function table(
  judged: readonly Judged[],
  head: readonly string[],
  cellsOf: (one: Judged) => readonly string[],
): string {
  const bodies = (['given', 'one', 'own'] as const).map((fitting) => {
    const rows = judged
      .filter((one) => one.fitting === fitting)
      .map((one) => {
        const cells = cellsOf(one).map((cell) => `<td>${cell}</td>`);
        return `<tr class="${one.isOurs ? 'is-ours' : ''}"><th title="${escaped(one.note)}">${escaped(one.name)}</th>${cells.join('')}</tr>`;
      });
    return `<tbody><tr><th colspan="${head.length + 1}" class="fitting">${escaped(fittingTitles[fitting])}</th></tr>${rows.join('')}</tbody>`;
  });
  const heads = head.map((cell) => `<th>${escaped(cell)}</th>`).join('');
  return `<div class="wide"><table><thead><tr><th></th>${heads}</tr></thead>${bodies.join('')}</table></div>`;
}

function lossTable(judged: readonly Judged[], names: readonly string[]): string {
  return table(judged, [...names, 'mean'], (one) =>
    [...one.scores, one.mean].map(({ logLoss }, index) => {
      const difference = one.aboveRefitted[index];
      const isReference = one.isOurs && one.fitting !== 'given';
      const below = difference === undefined || isReference ? '' : `<small>${differenceText(difference)}</small>`;
      return `${logLoss.toFixed(4)}${below}`;
    }),
  );
}

function measureTable(judged: readonly Judged[], names: readonly string[]): string {
  const head = [...names, 'mean'].flatMap((name) => [`${name}: Brier`, 'accuracy', 'cal. error']);
  return table(judged, head, (one) =>
    [...one.scores, one.mean].flatMap(({ brier, accuracy, calibrationError }) => [
      brier.toFixed(4),
      `${(100 * accuracy).toFixed(1)} %`,
      calibrationError.toFixed(4),
    ]),
  );
}
