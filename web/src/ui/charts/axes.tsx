import type { scaleLinear } from '@visx/scale';
import { useFormat } from '../../i18n/use-format.ts';
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
}

/** Left axis with grid lines; whole numbers only, in thousand, lakh and crore if that distinguishes them. */
export function AmountAxis({ scale, width }: AmountAxisProps) {
  const format = useFormat();
  const ticks = scale.ticks(4).filter(Number.isInteger);
  const isDistinct = new Set(ticks.map(format.compact)).size === ticks.length;
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${scale(tick)})`}>
      <line x2={width} stroke={paint(tick === 0 ? 'line.strong' : 'line')} />
      <text {...axisText} x={-8} dy={4} textAnchor="end">
        {isDistinct ? format.compact(tick) : format.number(tick)}
      </text>
    </g>
  ));
}

/**
 * Range of an axis for a line: that of the values with a tenth more on both sides, so that a small change is visible.
 * It never leaves 0 to `most`, and spans at least 4 so that there are whole numbers on it.
 */
export function fittedRange(
  values: ReadonlyArray<number | null>,
  most = Number.POSITIVE_INFINITY,
): [number, number] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [0, Math.min(most, 4)];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const margin = Math.max(2, (high - low) * 0.1);
  const top = Math.min(most, Math.ceil(high + margin));
  return [Math.max(0, Math.min(Math.floor(low - margin), top - 4)), top];
}

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
