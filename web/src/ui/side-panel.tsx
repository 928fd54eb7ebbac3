import { Box, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Drawer } from './drawer.tsx';
import { useIsNarrow } from './use-media.ts';

interface SidePanelLayoutProps {
  /** The list. */
  children: ReactNode;
  /** The selected thing, or the sentence that says to select one. */
  panel: ReactNode;
  /** Whether something is selected: below 1100 px the panel is a drawer that is open only then. */
  isOpen: boolean;
  onClose: () => void;
  /** Accessible name of the panel. */
  label: string;
}

/** List left, selected thing right; a drawer on narrow screens. */
export function SidePanelLayout({ children, panel, isOpen, onClose, label }: SidePanelLayoutProps) {
  const isNarrow = useIsNarrow();
  if (isNarrow) {
    return (
      <>
        {children}
        <Drawer isOpen={isOpen} onClose={onClose} label={label}>
          <Box overflowY="auto" flex="1" p="4">
            {panel}
          </Box>
        </Drawer>
      </>
    );
  }
  return (
    <Grid templateColumns="minmax(0, 1fr) {sizes.panel}" gap="4" alignItems="start">
      <Box minWidth="0">{children}</Box>
      <Box
        as="aside"
        aria-label={label}
        bg="surface"
        borderWidth="1px"
        borderRadius="card"
        boxShadow="card"
        p="4"
        position="sticky"
        top="4"
      >
        {panel}
      </Box>
    </Grid>
  );
}
