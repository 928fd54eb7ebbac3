import { Box, Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import type { GraphHandlers } from './graph-events.ts';
import type { GraphModel } from './graph-model.ts';
import { followPalette } from './graph-palette.ts';
import { type DrawnGraph, newGraph } from './new-graph.ts';

interface GraphCanvasProps extends GraphHandlers {
  model: GraphModel;
  selectedEntry: number | undefined;
  /** Description for screen readers. */
  label: string;
  /** Height: 400 on its own screen, 300 on the dashboard. */
  height?: 'graph' | 'graphSmall';
}

const ZOOM = 1.35;

/** The drawn graph with its buttons. A separate chunk, because no other screen needs its libraries. */
export function GraphCanvas({ label, height = 'graph', ...options }: GraphCanvasProps) {
  const { t } = useTranslation('ui');
  const { canvas, graph } = useGraph(options);
  return (
    <Box position="relative" height={height} data-graph>
      <chakra.canvas ref={canvas} display="block" width="full" height="full" role="img" aria-label={label} />
      <Flex position="absolute" insetEnd="3" top="3" direction="column" gap="1" data-print="hide">
        <IconButton
          variant="secondary"
          size="sm"
          icon={Plus}
          label={t('graph.zoomIn')}
          onClick={() => graph?.zoomBy(ZOOM)}
        />
        <IconButton
          variant="secondary"
          size="sm"
          icon={Minus}
          label={t('graph.zoomOut')}
          onClick={() => graph?.zoomBy(1 / ZOOM)}
        />
        <IconButton
          variant="secondary"
          size="sm"
          icon={Maximize}
          label={t('graph.fit')}
          onClick={() => graph?.showAll()}
        />
      </Flex>
    </Box>
  );
}

interface GraphOptions extends GraphHandlers {
  model: GraphModel;
  selectedEntry: number | undefined;
}

/** Updates a drawn graph when its model, selection, theme or size changes. */
function useGraph({ model, selectedEntry, onSelectEntry, onSelectPerson }: GraphOptions) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [graph, setGraph] = useState<DrawnGraph | null>(null);
  const handlers = useRef<GraphHandlers>({ onSelectEntry, onSelectPerson });
  useEffect(() => {
    handlers.current = { onSelectEntry, onSelectPerson };
  });

  useEffect(() => {
    const element = canvas.current;
    if (!element?.isConnected) return;
    const drawn = newGraph(element, model, () => handlers.current);
    const stop = followPalette(element, drawn.recolor);
    // An opened panel makes the canvas narrower: the whole graph stays in view.
    const resizing = new ResizeObserver(drawn.resize);
    resizing.observe(element);
    setGraph(drawn);
    return () => {
      stop();
      resizing.disconnect();
      setGraph(null);
      drawn.destroy();
    };
  }, [model]);

  useEffect(() => graph?.choose(selectedEntry), [graph, selectedEntry]);
  return { canvas, graph };
}
