import type { LucideIcon } from 'lucide-react';
import { BookOpenCheck, Settings2 } from 'lucide-react';
import type { Screen, ScreenGroup, ScreenSet } from '../../routing/feature.ts';
import type { ScreenCount } from '../../waiting/waiting-items.ts';
import { screens } from '../features.ts';

/** Entry of the sidebar: one screen, or a set whose screens are its tabs. */
export interface SidebarEntry {
  /** Key below `nav.` in the shell's texts. */
  text: string;
  icon: LucideIcon;
  /** The first one opens. */
  screens: readonly [Screen, ...Screen[]];
}

export interface SidebarGroup {
  name: ScreenGroup;
  entries: readonly SidebarEntry[];
}

const groups: readonly ScreenGroup[] = [
  'overview',
  'data',
  'protection',
  'governance',
  'administration',
  'developers',
];

const setIcons: Readonly<Record<ScreenSet, LucideIcon>> = { registers: BookOpenCheck, settings: Settings2 };

/** The groups that hold a screen of the user. A set stands where its first screen stands. */
export function sidebarGroups(isOffered: (screen: Screen) => boolean): readonly SidebarGroup[] {
  return groups.flatMap((name) => {
    const entries = entriesOf(screens.filter((screen) => screen.group === name && isOffered(screen)));
    return entries.length === 0 ? [] : [{ name, entries }];
  });
}

function entriesOf(offered: readonly Screen[]): readonly SidebarEntry[] {
  const entries = new Map<string, SidebarEntry>();
  for (const screen of offered) {
    const { set, text, icon } = screen;
    const former = set === undefined ? undefined : entries.get(set);
    if (former) entries.set(former.text, { ...former, screens: [...former.screens, screen] });
    else if (set === undefined) entries.set(text, { text, icon, screens: [screen] });
    else entries.set(set, { text: set, icon: setIcons[set], screens: [screen] });
  }
  return [...entries.values()];
}

/** Whether the path shows the screen, or a page below it. */
export const isAt = (pathname: string, { path }: Screen): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));

/** What waits on the screens together; undefined for nothing. */
export function waitingOn(
  shown: readonly Screen[],
  counts: ReadonlyMap<string, ScreenCount>,
): ScreenCount | undefined {
  const found = shown.flatMap(({ path }) => counts.get(path) ?? []);
  if (found.length === 0) return undefined;
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    tone: found.some(({ tone }) => tone === 'error') ? 'error' : 'warning',
  };
}
