import { useCallback, useEffect, useState } from 'react';
import { keepFocus } from './keep-focus.ts';

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

/** The focused element; for a menu item, which disappears, the menu's trigger. */
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
