import { useState } from 'react';
import type { ScreenGroup } from '../../routing/feature.ts';
import { useIsFlat } from '../../ui/use-media.ts';

/** The groups that were folded or unfolded in this browser; without storage, until the page reloads. */
const KEY = 'sidebar_folded';
type Choices = Readonly<Partial<Record<string, boolean>>>;

function readChoices(): Choices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Choices) : {};
  } catch {
    return {};
  }
}

/** Groups that start folded in a low window, where not all of them fit. */
const LATER: ReadonlySet<ScreenGroup> = new Set(['protection', 'administration', 'developers']);

/** Which groups of the sidebar are folded. */
export function useFolded() {
  const [choices, setChoices] = useState(readChoices);
  const isFlat = useIsFlat();
  const isFolded = (group: ScreenGroup): boolean => {
    const choice = choices[group];
    return typeof choice === 'boolean' ? choice : isFlat && LATER.has(group);
  };
  function toggle(group: ScreenGroup): void {
    const next = { ...choices, [group]: !isFolded(group) };
    setChoices(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // The choice holds until the page reloads.
    }
  }
  return { isFolded, toggle };
}
