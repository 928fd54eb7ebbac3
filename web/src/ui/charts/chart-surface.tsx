import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { useReader } from './use-reader.ts';

interface ChartSurfaceProps {
  reader: ReturnType<typeof useReader>;
  width: number;
  height: number;
  children: ReactNode;
}

/** The chart with keyboard and pointer reading, and a line below with the values of the active point. */
export function ChartSurface({ reader, width, height, children }: ChartSurfaceProps) {
  const { t } = useTranslation('charts');
  return (
    <Box>
      <Box {...reader.props} borderRadius="control">
        <svg width={width} height={height} aria-hidden="true" style={{ display: 'block' }}>
          {children}
        </svg>
      </Box>
      <Box
        minHeight="8"
        pt="2"
        textStyle="small"
        color={reader.text ? 'ink' : 'ink.2'}
        aria-hidden="true"
        data-print="hide"
      >
        {reader.text ?? t('hint')}
      </Box>
    </Box>
  );
}
