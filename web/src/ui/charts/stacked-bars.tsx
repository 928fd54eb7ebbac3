import { isolate } from '@pii-vault/platform/values/direction-marks';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useFormat } from '../../i18n/use-format.ts';
import { AmountAxis, MARGIN, PointAxis } from './axes.tsx';
import { paint } from './chart-color.ts';
import { ChartSurface } from './chart-surface.tsx';
import type { Series } from './legend.tsx';
import { useReader } from './use-reader.ts';

export interface StackedBar {
  key: string;
  /** Below the bar. */
  tick: string;
  /** The full name, for the reader line. */
  name: string;
  /** One per series, 0 or more. */
  values: readonly number[];
}

interface StackedBarsProps {
  /** Accessible description, with the totals. */
  label: string;
  bars: readonly StackedBar[];
  series: readonly Series[];
  /** CSS px. */
  width: number;
  height?: number;
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

/** Amounts over time or by bucket; the series of a bar are stacked in order. */
export function StackedBars({ label, bars, series, width, height = 240 }: StackedBarsProps) {
  const format = useFormat();
  const textOf = (index: number) => {
    const bar = bars[index];
    const parts = series.map((one, n) => `${isolate(one.label)} ${format.number(bar?.values[n] ?? 0)}`);
    return `${isolate(bar?.name ?? '')}: ${parts.join(' · ')}`;
  };
  const reader = useReader({ label, count: bars.length, textOf });
  const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const x = scaleBand({ domain: bars.map(({ key }) => key), range: [0, inner.width], padding: 0.2 });
  const most = Math.max(1, ...bars.map(({ values }) => sum(values)));
  const y = scaleLinear({ domain: [0, most], range: [inner.height, 0], nice: true });
  return (
    <ChartSurface reader={reader} width={width} height={height}>
      <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
        <AmountAxis scale={y} width={inner.width} />
        {bars.map((bar, index) => (
          <Bar
            key={bar.key}
            bar={bar}
            series={series}
            left={x(bar.key) ?? 0}
            width={x.bandwidth()}
            height={inner.height}
            y={y}
            isActive={reader.active === index}
            onPoint={() => reader.setActive(index)}
          />
        ))}
        <PointAxis
          points={bars}
          at={(key) => (x(key) ?? 0) + x.bandwidth() / 2}
          top={inner.height}
          width={inner.width}
        />
      </g>
    </ChartSurface>
  );
}

interface BarProps {
  bar: StackedBar;
  series: readonly Series[];
  left: number;
  width: number;
  height: number;
  y: (value: number) => number;
  isActive: boolean;
  onPoint: () => void;
}

function Bar({ bar, series, left, width, height, y, isActive, onPoint }: BarProps) {
  return (
    <g onPointerEnter={onPoint}>
      {/* The whole height reacts to the pointer, and is highlighted while active. */}
      <rect x={left} width={width} height={height} fill={paint('ink')} fillOpacity={isActive ? 0.07 : 0} />
      {series.map(({ label, color }, n) => {
        const below = sum(bar.values.slice(0, n));
        const value = bar.values[n] ?? 0;
        return value === 0 ? null : (
          <rect
            key={label}
            x={left}
            width={width}
            y={y(below + value)}
            height={Math.max(1, y(below) - y(below + value))}
            fill={paint(color)}
          />
        );
      })}
    </g>
  );
}
