import { isolate } from '@pii-vault/platform/values/direction-marks';
import { Sankey as SankeyLayout } from '@visx/sankey';
import { useFormat } from '../../i18n/use-format.ts';
import { type CategoryColor, paint } from './chart-color.ts';
import { ChartSurface } from './chart-surface.tsx';
import { useReader } from './use-reader.ts';

export interface FlowNode {
  id: string;
  label: string;
  /** Colour of a side without categories. */
  color: CategoryColor | 'ink.2';
}

export interface Flow {
  /** Ids of nodes: sources are on the left, targets on the right. */
  source: string;
  target: string;
  /** Above 0. */
  value: number;
}

interface SankeyProps {
  /** Accessible description, with the totals. */
  label: string;
  nodes: readonly FlowNode[];
  flows: readonly Flow[];
  /** Text of a flow for the reader line. */
  textOf: (flow: Flow) => string;
  /** CSS px. */
  width: number;
}

const NODE_PX = 10;
const GAP_PX = 18;
const LEAST_PX = 180;
const PX_PER_LETTER = 6.6;

/** The part of a label that fits; the reader line and the table show the full label. */
const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;

/** Flows from left to right; the width of a band is its amount. */
export function Sankey({ label, nodes, flows, textOf, width }: SankeyProps) {
  const format = useFormat();
  const reader = useReader({
    label,
    count: flows.length,
    textOf: (index) => {
      const flow = flows[index];
      return flow ? textOf(flow) : '';
    },
  });
  const sources = new Set(flows.map(({ source }) => source));
  const perSide = Math.max(sources.size, nodes.length - sources.size);
  const height = Math.max(LEAST_PX, perSide * 36);
  const letters = Math.floor((width / 2 - 40) / PX_PER_LETTER);
  return (
    <ChartSurface reader={reader} width={width} height={height}>
      <SankeyLayout<FlowNode, { index: number }>
        root={{
          // The layout modifies its input.
          nodes: nodes.map((node) => ({ ...node })),
          links: flows.map((flow, index) => ({ ...flow, index })),
        }}
        nodeId={(node) => node.id}
        nodeWidth={NODE_PX}
        nodePadding={GAP_PX}
        extent={[
          [1, 8],
          [width - 1, height - 8],
        ]}
      >
        {({ graph, createPath }) => (
          <>
            {graph.links.map((link) => (
              <path
                key={link.index}
                d={createPath(link) ?? ''}
                fill="none"
                stroke={paint(
                  nodes.find(({ id }) => id === flows[link.index]?.source)?.color ?? 'category.8',
                )}
                strokeOpacity={strength(reader.active, link.index)}
                strokeWidth={Math.max(1.5, link.width ?? 0)}
                onPointerEnter={() => reader.setActive(link.index)}
              />
            ))}
            {graph.nodes.map(({ id, label: name, color, value = 0, x0 = 0, x1 = 0, y0 = 0, y1 = 0 }) => (
              <g key={id} pointerEvents="none">
                <rect
                  x={x0}
                  y={y0}
                  width={x1 - x0}
                  height={Math.max(2, y1 - y0)}
                  fill={paint(color)}
                  rx={2}
                />
                <text
                  x={sources.has(id) ? x1 + 6 : x0 - 6}
                  y={(y0 + y1) / 2 + 4}
                  textAnchor={sources.has(id) ? 'start' : 'end'}
                  fontSize={12}
                  fill={paint('ink')}
                >
                  {`${isolate(cut(name, letters))} ${format.number(value)}`}
                </text>
              </g>
            ))}
          </>
        )}
      </SankeyLayout>
    </ChartSurface>
  );
}

/** The band being read is emphasised; otherwise all are equal. */
function strength(active: number | null, index: number): number {
  if (active === null) return 0.35;
  return active === index ? 0.7 : 0.15;
}
