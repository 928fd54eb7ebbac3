import { useCallback, useEffect, useState } from 'react';
import { keepFocus } from './keep-focus.ts';

const DIALOG = '[role=dialog], [role=alertdialog]';
/** What opened the dialog that was opened last from the screen itself. */
let lastOpener: HTMLElement | null = null;

interface Opener {
  /** What had the focus when the dialog opened. */
  active: HTMLElement | null;
  /** The dialog that it is in. */
  behind: HTMLElement | null;
}
const NONE: Opener = { active: null, behind: null };

/** What has the focus now, a menu's trigger in place of its item, which goes away. */
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
 * Where the focus goes when a dialog closes: to what had it, else to the dialog behind it, else to what opened the
 * dialog before, else to the content of the page; never to the body, also when its row is removed later. It is read
 * while the dialog is rendered, before a field in it takes the focus, and kept until after the dialog has closed.
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
