import { Box, Flex } from '@chakra-ui/react';
import { scaleBand } from '@visx/scale';
import { useTranslation } from 'react-i18next';
import { axisText, labelled } from './axes.tsx';
import { type HeatColor, paint } from './chart-color.ts';
import { ChartSurface } from './chart-surface.tsx';
import { useReader } from './use-reader.ts';

interface HeatMapProps {
  /** Accessible description, with the totals. */
  label: string;
  rows: readonly string[];
  columns: readonly string[];
  /** rows × columns values, row by row, each at least 0. */
  values: readonly number[];
  /** Text of a cell for the reader line. */
  textOf: (row: number, column: number) => string;
  /** CSS px. */
  width: number;
}

const ROW_PX = 26;
const MARGIN = { top: 4, right: 16, bottom: 22, left: 44 } as const;
const STEPS: readonly HeatColor[] = ['heat.0', 'heat.1', 'heat.2', 'heat.3', 'heat.4'];

/** Zero has a separate colour; other values fall into four equal steps up to the maximum. */
export function heatStep(value: number, most: number): HeatColor {
  if (value <= 0 || most <= 0) return 'heat.0';
  return STEPS[Math.min(4, Math.ceil((value / most) * 4))] ?? 'heat.4';
}

/** Amounts over two ordered dimensions: days of the week and hours of the day. */
export function HeatMap({ label, rows, columns, values, textOf, width }: HeatMapProps) {
  const count = rows.length * columns.length;
  const reader = useReader({
    label,
    count,
    rowLength: columns.length,
    textOf: (index) => textOf(Math.floor(index / columns.length), index % columns.length),
  });
  const height = MARGIN.top + ROW_PX * rows.length + MARGIN.bottom;
  const x = scaleBand({
    domain: [...columns.keys()],
    range: [MARGIN.left, width - MARGIN.right],
    padding: 0.08,
  });
  const y = scaleBand({
    domain: [...rows.keys()],
    range: [MARGIN.top, height - MARGIN.bottom],
    padding: 0.08,
  });
  const most = Math.max(0, ...values);
  const shownColumns = labelled([...columns.keys()], (width - MARGIN.left) * 1.4);
  return (
    <Box>
      <ChartSurface reader={reader} width={width} height={height}>
        {rows.map((row, at) => (
          <text key={row} {...axisText} x={MARGIN.left - 8} y={(y(at) ?? 0) + 17} textAnchor="end">
            {row}
          </text>
        ))}
        {values.slice(0, count).map((value, index) => {
          const [row, column] = [Math.floor(index / columns.length), index % columns.length];
          return (
            <rect
              key={`${rows[row]} ${columns[column]}`}
              x={x(column)}
              y={y(row)}
              width={x.bandwidth()}
              height={y.bandwidth()}
              rx={2}
              fill={paint(heatStep(value, most))}
              stroke={paint('ink')}
              strokeWidth={reader.active === index ? 2 : 0}
              onPointerEnter={() => reader.setActive(index)}
            />
          );
        })}
        {shownColumns.map((at) => (
          <text
            key={columns[at]}
            {...axisText}
            x={(x(at) ?? 0) + x.bandwidth() / 2}
            y={height - 6}
            textAnchor="middle"
          >
            {columns[at]}
          </text>
        ))}
      </ChartSurface>
      <Scale />
    </Box>
  );
}

function Scale() {
  const { t } = useTranslation('charts');
  return (
    <Flex align="center" gap="1" textStyle="small" color="ink.2">
      {t('less')}
      {STEPS.map((step) => (
        <Box key={step} boxSize="3" borderRadius="badge" bg={step} />
      ))}
      {t('more')}
    </Flex>
  );
}
