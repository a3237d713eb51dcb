import type { Api } from '@bandeja/client';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatChange, formatDay, formatScore } from '../../numbers.ts';
import { useTheme } from '../../parts/SharedPicture.tsx';
import { causeText, confidenceOf, isPlacing } from '../../parts/scores.tsx';

const HEIGHT = 220;
const SCORE_MAX = 3000;

/** The score with a band of one uncertainty around it, and none while it is provisional. The point under the pointer is written above, else the newest. */
export function Chart({ points }: { readonly points: readonly Api.ProgressPoint[] }) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const [pointed, setPointed] = useState<number | null>(null);
  useEffect(() => {
    if (place.current === null) return;
    const chart = new UPlot(optionsFor(place.current, points, theme, setPointed), dataOf(points), place.current);
    const resize = new ResizeObserver(([entry]) => {
      if (entry !== undefined) chart.setSize({ width: entry.contentRect.width, height: HEIGHT });
    });
    resize.observe(place.current);
    return () => {
      resize.disconnect();
      chart.destroy();
    };
  }, [points, theme]);
  const point = points[pointed ?? points.length - 1];
  return (
    <div aria-hidden="true">
      {point !== undefined && (
        <p className="small">
          {formatDay(point.at)} <strong>{formatScore(point.service_score)}</strong>{' '}
          {isPlacing(point)
            ? confidenceOf(point.confidence_level)
            : `± ${formatScore(point.uncertainty)} (${formatChange(point.delta)})`}{' '}
          <span className="quiet">{causeText(point)}</span>
        </p>
      )}
      <div className="chart" ref={place} />
    </div>
  );
}

/** Small moves are not drawn as large ones. */
const HEIGHT_MIN = 200;

function roomAround(low: number, high: number): [number, number] {
  const edge = Math.max((HEIGHT_MIN - (high - low)) / 2, (high - low) / 20);
  return [Math.max(0, Math.floor(low - edge)), Math.min(SCORE_MAX, Math.ceil(high + edge))];
}

const spreadOf = (point: Api.ProgressPoint): number => (isPlacing(point) ? 0 : point.uncertainty);

/** Points are drawn at equal distances: many matches of one night end at the same instant. */
function dataOf(points: readonly Api.ProgressPoint[]): UPlot.AlignedData {
  return [
    points.map((_, index) => index),
    points.map((point) => Math.min(point.service_score + spreadOf(point), SCORE_MAX)),
    points.map((point) => Math.max(point.service_score - spreadOf(point), 0)),
    points.map(({ service_score: score }) => score),
  ];
}

/** @param theme makes the caller draw again: the colours are read from the style sheet */
function optionsFor(
  place: HTMLElement,
  points: readonly Api.ProgressPoint[],
  theme: 'light' | 'dark',
  onPoint: (index: number | null) => void,
): UPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--quiet'),
    grid: { stroke: color('--edge'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const dayAt = (index: number): string => {
    const point = points[index];
    return point === undefined ? '' : formatDay(point.at);
  };
  const edge = { width: 0, points: { show: false } };
  return {
    class: theme,
    width: place.clientWidth,
    height: HEIGHT,
    padding: [8, 40, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: {
      // One point is in the middle.
      x: { time: false, ...(points.length === 1 && { range: [-1, 1] }) },
      y: { range: (_chart, low, high) => roomAround(low, high) },
    },
    axes: [
      {
        ...axis,
        space: 110,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500],
        // Many matches are of one day: its label is written once.
        values: (_chart, splits) => splits.map(dayAt).map((day, index, all) => (day === all[index - 1] ? '' : day)),
      },
      { ...axis, size: 44, values: (_chart, splits) => splits.map(formatScore) },
    ],
    bands: [{ series: [1, 2], fill: color('--area') }],
    series: [
      {},
      edge,
      edge,
      { stroke: color('--accent'), width: 2, points: { show: points.length === 1, size: 8, fill: color('--accent') } },
    ],
  };
}
