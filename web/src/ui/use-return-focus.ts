import { useCallback, useEffect, useState } from 'react';

const DIALOG = '[role=dialog], [role=alertdialog]';
/** The element that opened the last dialog from the screen. */
let lastOpener: HTMLElement | null = null;

interface Opener {
  /** The focused element when the dialog opened. */
  active: HTMLElement | null;
  /** The dialog that contains it. */
  behind: HTMLElement | null;
}
const NONE: Opener = { active: null, behind: null };

/** The focused element. For a menu item, which disappears, the trigger of the menu. */
function focused(): HTMLElement | null {
  const { activeElement: active } = document;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

function readOpener(): Opener {
  const active = focused();
  const behind = active?.closest<HTMLElement>(DIALOG) ?? null;
  if (active && !behind) lastOpener = active;
  return { active, behind };
}

/**
 * Where the focus moves when a dialog closes: to the element that had it, else to the dialog behind, else to the
 * element that opened that dialog, else to the page content; never to the body, even if its row is removed later. It is
 * read while the dialog is rendered, before a field in it gets the focus, and kept until after the dialog has closed.
 */
export function useReturnFocus(isOpen: boolean): () => HTMLElement | null {
  const [state, setState] = useState({ isOpen: false, opener: NONE });
  if (state.isOpen !== isOpen) setState({ isOpen, opener: isOpen ? readOpener() : state.opener });
  const { active, behind } = state.opener;
  const find = useCallback(
    () =>
      [active, behind, lastOpener].find((element) => element?.isConnected) ??
      document.querySelector<HTMLElement>('main'),
    [active, behind],
  );
  useEffect(() => (isOpen ? () => keepFocus(find) : undefined), [isOpen, find]);
  return find;
}

let stopLast = (): void => {};

/**
 * After a dialog has closed: focuses the element that `find` returns whenever the focused element is removed, until the
 * next key or pointer event. A row with the focused button may be removed, and a dialog that closes in its first frame
 * restores no focus.
 */
function keepFocus(find: () => HTMLElement | null): void {
  stopLast();
  const restore = () => {
    const { activeElement: active, body } = document;
    if (active === null || active === body) find()?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  const frame = requestAnimationFrame(restore);
  const stop = () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    for (const event of ['keydown', 'pointerdown']) removeEventListener(event, stop, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stop, true);
  stopLast = stop;
}
