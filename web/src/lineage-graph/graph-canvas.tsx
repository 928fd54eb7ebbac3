import { Box, Flex } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import type { GraphHandlers } from './graph-events.ts';
import type { GraphModel } from './graph-model.ts';
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

/** The drawn graph with its buttons. A separate chunk: no other screen needs its libraries. */
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
