import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';

/** From this many rows on, only rows near the viewport are rendered. */
const VIRTUAL_FROM = 100;
/** `sizes.row` where a rem is 16 px. */
const ROW_PX = 40;
/** Rows rendered before and after the visible ones. */
const OVERSCAN = 10;
/** The window moves in steps, so that a slow scroll changes it rarely. */
const STEP = 5;

export interface RowWindow {
  /** Index of the first rendered row, and of the one after the last. */
  readonly from: number;
  readonly to: number;
}

interface RowWindowState extends RowWindow {
  /** Heights of the rows before and after, px. */
  readonly above: number;
  readonly below: number;
  /** Scrolls to a row that is not rendered and renders it. */
  readonly include: (index: number) => void;
}

/**
 * The rendered rows of a long table. Updates with low priority: a scroll never waits for rows, and a started update
 * completes before the next one, so that rows always appear.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindowState {
  const isVirtual = count > VIRTUAL_FROM;
  const [shown, setShown] = useState<RowWindow>({ from: 0, to: 2 * OVERSCAN });
  const isPending = useRef(false);

  const follow = useCallback(() => {
    const element = scroller.current;
    if (!isVirtual || !element || isPending.current) return;
    const wanted = windowAt(element.scrollTop, element.clientHeight, count);
    if (wanted.from === shown.from && wanted.to === shown.to) return;
    isPending.current = true;
    startTransition(() => setShown(wanted));
  }, [scroller, isVirtual, count, shown]);

  useEffect(() => {
    const element = scroller.current;
    if (!isVirtual || !element) return;
    isPending.current = false;
    follow();
    const resizing = new ResizeObserver(follow);
    resizing.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      resizing.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [scroller, isVirtual, follow]);

  if (!isVirtual) return { from: 0, to: count, above: 0, below: 0, include: () => undefined };
  const to = Math.min(shown.to, count);
  const from = Math.min(shown.from, to);
  return {
    from,
    to,
    above: from * ROW_PX,
    below: (count - to) * ROW_PX,
    include: (index) => {
      const element = scroller.current;
      if (!element || (index >= from && index < to)) return;
      element.scrollTop = Math.max(0, index * ROW_PX - element.clientHeight / 2);
      setShown(windowAt(index * ROW_PX, 0, count));
    },
  };
}

/** @param top and `height` of the viewport, px */
export function windowAt(top: number, height: number, count: number): RowWindow {
  const first = Math.floor(top / ROW_PX) - OVERSCAN;
  const last = Math.ceil((top + height) / ROW_PX) + OVERSCAN;
  return {
    from: Math.max(0, Math.min(Math.floor(first / STEP) * STEP, count - 2 * OVERSCAN)),
    to: Math.max(0, Math.min(Math.ceil(last / STEP) * STEP, count)),
  };
}
