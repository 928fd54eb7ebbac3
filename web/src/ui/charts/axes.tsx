import type { scaleLinear } from '@visx/scale';
import { paint } from './chart-color.ts';

/** Margins of the plot for its axes, CSS px. The left one fits Hindi numbers such as 1.5 हज़ार. */
export const MARGIN = { top: 8, right: 20, bottom: 24, left: 64 } as const;
const PX_PER_LABEL = 72;
export const axisText = { fill: paint('ink.2'), fontSize: 11 } as const;

/** At most one label per 72 px, including the last one. */
export function labelled<T>(all: readonly T[], width: number): T[] {
  const step = Math.max(1, Math.ceil(all.length / Math.max(1, Math.floor(width / PX_PER_LABEL))));
  return all.filter((_, index) => (all.length - 1 - index) % step === 0);
}

interface AmountAxisProps {
  scale: ReturnType<typeof scaleLinear<number>>;
  width: number;
  format: (value: number) => string;
}

/** Left axis with grid lines; whole numbers only. */
export const AmountAxis = ({ scale, width, format }: AmountAxisProps) =>
  scale
    .ticks(4)
    .filter(Number.isInteger)
    .map((tick) => (
      <g key={tick} transform={`translate(0 ${scale(tick)})`}>
        <line x2={width} stroke={paint(tick === 0 ? 'line.strong' : 'line')} />
        <text {...axisText} x={-8} dy={4} textAnchor="end">
          {format(tick)}
        </text>
      </g>
    ));

interface PointAxisProps {
  points: ReadonlyArray<{ key: string; tick: string }>;
  /** Centre of a point, CSS px. */
  at: (key: string) => number;
  top: number;
  width: number;
}

/** Labels below bars or points, as many as fit. */
export const PointAxis = ({ points, at, top, width }: PointAxisProps) =>
  labelled(points, width).map(({ key, tick }) => (
    <text key={key} {...axisText} x={at(key)} y={top + 18} textAnchor="middle">
      {tick}
    </text>
  ));
