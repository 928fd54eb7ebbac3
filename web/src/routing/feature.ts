import type { Permission } from '@pii-vault/contract/permissions';
import type { LucideIcon } from 'lucide-react';
import type { RouteObject } from 'react-router-dom';

export type ScreenGroup = 'overview' | 'data' | 'protection' | 'governance' | 'administration' | 'developers';

/** One entry of the sidebar that holds several screens as tabs. */
export type ScreenSet = 'registers' | 'settings';

/** Entry of the command palette, and of the sidebar: its own one, or a tab of its set's. */
export interface Screen {
  path: string;
  /** Key below `nav.` in the shell's texts. */
  text: string;
  icon: LucideIcon;
  group: ScreenGroup;
  /** The screen is a tab of this entry of the same group. */
  set?: ScreenSet;
  /** Permission to show the entry. The route checks the same one. */
  permission?: Permission;
  /** The screen shows all companies of the user: a permission in any of them is enough. */
  isAcross?: true;
}

/** Exports of a feature's routes.tsx. */
export interface Feature {
  screens: readonly Screen[];
  /** Routes inside the shell, for signed-in users. */
  routes: readonly RouteObject[];
  /** Routes without shell and session. */
  publicRoutes?: readonly RouteObject[];
}
