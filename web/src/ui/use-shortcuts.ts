import { useEffect, useRef, useState } from 'react';
import { useHasOpenDialog } from './open-dialogs.ts';

const STORED = 'link_review_keys';
/** Where a letter is typed, or chooses an option. */
const TYPING =
  'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"], [role="menu"], [role="dialog"], [role="alertdialog"]';

const isOn = (): boolean => {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
};

/** The Latin letter of a key, by its place on the keyboard where the layout has another script. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase();

/**
 * Acts by single letters, anywhere on the screen but not where letters are typed and not while a dialog is open. They
 * can be switched off (WCAG 2.1.4), as speech input and screen readers send letters, too.
 */
export function useShortcuts(acts: Readonly<Record<string, (() => void) | undefined>>) {
  const hasDialog = useHasOpenDialog();
  const [isActive, setActive] = useState(isOn);
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    if (!isActive || hasDialog) return;
    function onKey(event: KeyboardEvent): void {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return;
      if (event.repeat || (target instanceof Element && target.closest(TYPING) !== null)) return;
      const act = latest.current[letterOf(event)];
      if (act === undefined) return;
      event.preventDefault();
      act();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isActive, hasDialog]);
  const choose = (isChosen: boolean) => {
    setActive(isChosen);
    try {
      localStorage.setItem(STORED, isChosen ? 'on' : 'off');
    } catch {
      // Without storage the choice holds for this visit.
    }
  };
  return { isActive, choose };
}
