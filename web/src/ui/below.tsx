import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface BelowProps {
  /** The height of what stands above is known: loaded, or failed. */
  isReady: boolean;
  children: ReactNode;
}

/** Keeps back what stands below a list on its way, which would jump when the list comes. It loads at the same time. */
export const Below = ({ isReady, children }: BelowProps) => (
  <Box hidden={!isReady} minWidth="0">
    {children}
  </Box>
);
