import { Box, Flex } from '@chakra-ui/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import type { GraphHandlers } from './graph-events.ts';
import type { GraphModel } from './graph-model.ts';
import { showAll } from './new-graph.ts';
import { useGraph } from './use-graph.ts';

interface GraphCanvasProps extends GraphHandlers {
  model: GraphModel;
  selectedEntry: number | undefined;
  /** Description for screen readers. */
  label: string;
  /** 400 on its own screen, 300 on the dashboard. */
  height?: 'graph' | 'graphSmall';
}

const ZOOM = 1.35;

/** The drawn graph with its buttons. A separate chunk: nothing else needs the library. */
export function GraphCanvas({ label, height = 'graph', ...options }: GraphCanvasProps) {
  const { t } = useTranslation('ui');
  const { container, graph } = useGraph(options);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    // The wheel scrolls the page; with Ctrl, or by a pinch, it zooms the graph.
    const keepScrolling = (event: WheelEvent) =>
      event.ctrlKey || event.metaKey ? undefined : event.stopPropagation();
    element?.addEventListener('wheel', keepScrolling, { capture: true });
    return () => element?.removeEventListener('wheel', keepScrolling, { capture: true });
  }, []);
  const zoom = (factor: number) => {
    if (!graph) return;
    const renderedPosition = { x: graph.width() / 2, y: graph.height() / 2 };
    graph.zoom({ level: graph.zoom() * factor, renderedPosition });
  };
  return (
    <Box ref={frame} position="relative" height={height} data-graph>
      <Box ref={container} position="absolute" inset="0" role="img" aria-label={label} />
      <Flex position="absolute" insetEnd="3" top="3" direction="column" gap="1" data-print="hide">
        <IconButton
          variant="secondary"
          size="sm"
          icon={Plus}
          label={t('graph.zoomIn')}
          onClick={() => zoom(ZOOM)}
        />
        <IconButton
          variant="secondary"
          size="sm"
          icon={Minus}
          label={t('graph.zoomOut')}
          onClick={() => zoom(1 / ZOOM)}
        />
        <IconButton
          variant="secondary"
          size="sm"
          icon={Maximize}
          label={t('graph.fit')}
          onClick={() => graph && showAll(graph)}
        />
      </Flex>
    </Box>
  );
}
