import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface BelowProps {
  /** Whether the content above has its final height: loaded, or failed. */
  isReady: boolean;
  children: ReactNode;
}

/** Hides content below a loading list, which would jump when the list arrives. Both load at the same time. */
export const Below = ({ isReady, children }: BelowProps) => (
  <Box hidden={!isReady} minWidth="0">
    {children}
  </Box>
);
