import { Box, Grid } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Drawer } from './drawer.tsx';
import { PanelSeparator } from './panel-separator.tsx';
import { readPanelWidth } from './panel-width.ts';
import { useIsNarrow, useIsWide } from './use-media.ts';

interface SidePanelLayoutProps {
  /** The list. */
  children: ReactNode;
  /** The selected object. */
  panel: ReactNode;
  /** Key of the selected object; undefined for none: then the list has the full width, or `resting` is shown. */
  openKey: string | number | undefined;
  /** In the place of the panel while nothing is selected, on wide screens only. */
  resting?: ReactNode;
  onClose: () => void;
  /** Accessible name of the panel. */
  label: string;
}

/** List on the left, selected object on the right with its own scroll; below 1100 px a drawer. */
export function SidePanelLayout(props: SidePanelLayoutProps) {
  const { children, panel, openKey, onClose, label } = props;
  const isNarrow = useIsNarrow();
  const isOpen = openKey !== undefined;
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
  return <Beside {...props} />;
}

/** Escape closes the panel wherever the focus is. Opening moves the focus into it, closing restores it. */
function Beside({ openKey, onClose, label, panel, resting, children }: SidePanelLayoutProps) {
  const frame = useRef<HTMLDivElement>(null);
  const aside = useFocusInside(openKey);
  const id = useId();
  const [width, setWidth] = useState(readPanelWidth);
  const isOpen = openKey !== undefined;
  const isWide = useIsWide();
  const isShown = isOpen || (isWide && resting !== undefined);

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    // Menus and dialogs of the list are rendered outside of this element and handle Escape themselves.
    const isOwn =
      target instanceof Element && frame.current?.contains(target) && !target.matches('input, textarea');
    if (event.key === 'Escape' && isOpen && isOwn && !event.defaultPrevented) onClose();
  }

  return (
    <Grid
      ref={frame}
      gap="4"
      alignItems="start"
      // The list keeps at least two fifths, also if the stored width is of a wider screen.
      style={{ gridTemplateColumns: isShown ? `minmax(0, 1fr) min(${width}px, 60%)` : 'minmax(0, 1fr)' }}
      onKeyDown={onKeyDown}
    >
      <Box minWidth="0">{children}</Box>
      {isShown ? (
        <Box position="sticky" top="calc({sizes.topbar} + {spacing.4})" minWidth="0">
          <PanelSeparator width={width} onResize={setWidth} controls={id} />
          <Box
            ref={aside}
            as="aside"
            id={id}
            aria-label={label}
            tabIndex={-1}
            bg="surface"
            borderWidth="1px"
            borderRadius="card"
            boxShadow="card"
            p="4"
            maxHeight="calc(100dvh - {sizes.topbar} - {spacing.8})"
            overflowY="auto"
          >
            {isOpen ? panel : resting}
          </Box>
        </Box>
      ) : null}
    </Grid>
  );
}

/** Focuses the element when an object is opened in it, and restores the previous focus at the end. */
function useFocusInside(openKey: string | number | undefined) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // After a link to a screen with an open panel, the focus stays at the top of the screen.
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const active = document.activeElement;
    if (openKey === undefined) {
      if (active === document.body || active === null) before.current?.focus({ preventScroll: true });
      return;
    }
    if (active instanceof HTMLElement && !element.current?.contains(active)) before.current = active;
    element.current?.focus({ preventScroll: true });
  }, [openKey]);
  return element;
}
