import { useCallback, useMemo } from 'react';

/** What opened the dialog that was opened last from the screen itself. */
let lastOpener: HTMLElement | null = null;

/** What has the focus now, a menu's trigger in place of its item, which goes away. */
function focused(): HTMLElement | null {
  const { activeElement: active } = document;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

/**
 * Where the focus goes when a dialog closes: to what had it, else to what opened the dialog before, else to the content
 * of the page; never to the body. It is read while the dialog is rendered, before a field in it takes the focus.
 */
export function useReturnFocus(isOpen: boolean): () => HTMLElement | null {
  const opener = useMemo(() => {
    if (!isOpen) return null;
    const active = focused();
    if (active && !active.closest('[role=dialog], [role=alertdialog]')) lastOpener = active;
    return active;
  }, [isOpen]);
  return useCallback(
    () =>
      [opener, lastOpener].find((element) => element?.isConnected) ??
      document.querySelector<HTMLElement>('main'),
    [opener],
  );
}
