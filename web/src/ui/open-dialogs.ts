import { useEffect, useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

/**
 * Stops the page below a dialog from scrolling. Ark's lock (`preventScroll`) also sets a custom property on the root,
 * which makes the browser restyle the whole document.
 */
function lockScroll(isLocked: boolean): void {
  const { body, documentElement } = document;
  const scrollBar = isLocked ? window.innerWidth - documentElement.clientWidth : 0;
  body.style.overflow = isLocked ? 'hidden' : '';
  // Replaces the width of the scroll bar, so that the page does not shift.
  body.style.paddingInlineEnd = scrollBar > 0 ? `${scrollBar}px` : '';
}

function count(change: 1 | -1): void {
  const before = open;
  open += change;
  if (before === 0 || open === 0) lockScroll(open > 0);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by dialogs and drawers: locks the scroll of the page, and informs `useHasOpenDialog`. */
export function useCountOpen(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    count(1);
    return () => count(-1);
  }, [isOpen]);
}

/** Whether a dialog or a drawer is open. */
export const useHasOpenDialog = (): boolean => useSyncExternalStore(subscribe, () => open > 0);
