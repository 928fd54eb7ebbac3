import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { fittedRange } from './axes.tsx';
import { type CategoryColor, paint } from './chart-color.ts';

interface SparklineProps {
  /** Accessible description. */
  label: string;
  /** 0 to 100; null is a gap. */
  values: ReadonlyArray<number | null>;
  color?: CategoryColor;
}

const SIZE = { width: 120, height: 28 } as const;

/** History of a percentage, small and without axes; the text next to it has the figures. */
export function Sparkline({ label, values, color = 'category.1' }: SparklineProps) {
  const x = scaleLinear({ domain: [0, Math.max(1, values.length - 1)], range: [3, SIZE.width - 3] });
  const y = scaleLinear({ domain: fittedRange(values, 100), range: [SIZE.height - 3, 3] });
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg {...SIZE} viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={label}>
      <line
        x1={3}
        x2={SIZE.width - 3}
        y1={SIZE.height - 3}
        y2={SIZE.height - 3}
        stroke={paint('line.strong')}
        strokeDasharray="2 3"
      />
      <LinePath
        data={[...values.keys()]}
        defined={(index) => (values[index] ?? null) !== null}
        x={(index) => x(index)}
        y={(index) => y(values[index] ?? 0)}
        stroke={paint(color)}
        strokeWidth={1.75}
        fill="none"
      />
      {last < 0 ? null : <circle cx={x(last)} cy={y(values[last] ?? 0)} r={2.5} fill={paint(color)} />}
    </svg>
  );
}
