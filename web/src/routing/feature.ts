import type { Permission } from '@pii-vault/contract/permissions';
import type { LucideIcon } from 'lucide-react';
import type { RouteObject } from 'react-router-dom';

export type ScreenGroup = 'overview' | 'data' | 'protection' | 'governance' | 'administration' | 'developers';

/** Entry of the sidebar and the command palette. */
export interface Screen {
  path: string;
  /** Key below `nav.` in the shell's texts. */
  text: string;
  icon: LucideIcon;
  group: ScreenGroup;
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
