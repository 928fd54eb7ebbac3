import { type KeyboardEvent, useState } from 'react';

interface RowKeysOptions {
  count: number;
  /** Row to start from, -1 when none is selected. */
  selectedIndex: number;
  onOpen: ((index: number) => void) | undefined;
  /** Focuses a row, bringing it into view first where rows are virtual. */
  focusRow: (index: number) => void;
}

/** Arrows, Home and End move between rows, Enter and Space open one; only one row is a tab stop. */
export function useRowKeys({ count, selectedIndex, onOpen, focusRow }: RowKeysOptions) {
  const [moved, setMoved] = useState<number | null>(null);
  const active = Math.min(moved ?? Math.max(0, selectedIndex), Math.max(0, count - 1));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target instanceof Element && !event.target.matches('[data-row]')) return;
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const index = Math.max(0, Math.min(count - 1, to));
      setMoved(index);
      focusRow(index);
    } else if (onOpen && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onOpen(active);
    }
  }
  return { active, setActive: setMoved, onKeyDown };
}
