import { isolate } from '@pii-vault/platform/values/direction-marks';
import { scaleLinear, scalePoint } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { AmountAxis, fittedRange, MARGIN, PointAxis } from './axes.tsx';
import { type CategoryColor, paint } from './chart-color.ts';
import { ChartSurface } from './chart-surface.tsx';
import { useReader } from './use-reader.ts';

export interface LinePoint {
  key: string;
  /** Below the point. */
  tick: string;
  /** The full name, for the reader line. */
  name: string;
}

export interface Line {
  label: string;
  color: CategoryColor;
  /** One per point; null is a gap, never 0. */
  values: ReadonlyArray<number | null>;
}

interface LineChartProps {
  /** Accessible description, with the totals. */
  label: string;
  points: readonly LinePoint[];
  lines: readonly Line[];
  /** CSS px. */
  width: number;
  height?: number;
  /** Highest possible value. */
  most?: number;
}

/** Values over time, with a gap where there is none. The axis begins near the lowest value. */
export function LineChart({ label, points, lines, width, height = 240, most }: LineChartProps) {
  const { t } = useTranslation('charts');
  const format = useFormat();
  const textOf = (index: number) => {
    const shown = (value: number | null | undefined) =>
      value === null || value === undefined ? t('noData') : format.number(value);
    const parts = lines.map((line) => `${isolate(line.label)} ${shown(line.values[index])}`);
    return `${isolate(points[index]?.name ?? '')}: ${parts.join(' · ')}`;
  };
  const reader = useReader({ label, count: points.length, textOf });
  const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const x = scalePoint({ domain: points.map(({ key }) => key), range: [0, inner.width], padding: 0.5 });
  const range = fittedRange(
    lines.flatMap(({ values }) => values),
    most,
  );
  const y = scaleLinear({ domain: range, range: [inner.height, 0] });
  const at = (index: number) => x(points[index]?.key ?? '') ?? 0;
  const active = reader.active;
  return (
    <ChartSurface reader={reader} width={width} height={height}>
      <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
        <AmountAxis scale={y} width={inner.width} />
        {active === null ? null : (
          <line x1={at(active)} x2={at(active)} y2={inner.height} stroke={paint('line.strong')} />
        )}
        {lines.map((line) => (
          <LineOf key={line.label} line={line} x={at} y={y} active={active} />
        ))}
        <PointAxis points={points} at={(key) => x(key) ?? 0} top={inner.height} width={inner.width} />
        {points.map(({ key }, index) => (
          <rect
            key={key}
            x={at(index) - x.step() / 2}
            width={x.step()}
            height={inner.height}
            fill="transparent"
            onPointerEnter={() => reader.setActive(index)}
          />
        ))}
      </g>
    </ChartSurface>
  );
}

interface LineOfProps {
  line: Line;
  x: (index: number) => number;
  y: (value: number) => number;
  active: number | null;
}

/** The line, with a dot for a value without neighbours or the one being read. */
function LineOf({ line: { color, values }, x, y, active }: LineOfProps) {
  const isKnown = (index: number) => (values[index] ?? null) !== null;
  return (
    <>
      <LinePath
        data={[...values.keys()]}
        defined={isKnown}
        x={x}
        y={(index) => y(values[index] ?? 0)}
        stroke={paint(color)}
        strokeWidth={2}
        strokeLinejoin="round"
        fill="none"
      />
      {values.map((value, index) => {
        const isAlone = !isKnown(index - 1) && !isKnown(index + 1);
        return value === null || !(isAlone || active === index) ? null : (
          <circle
            key={x(index)}
            cx={x(index)}
            cy={y(value)}
            r={4}
            fill={paint(color)}
            stroke={paint('surface')}
            strokeWidth={2}
          />
        );
      })}
    </>
  );
}
