import type { Permission } from '@pii-vault/contract/permissions';
import type { LucideIcon } from 'lucide-react';
import type { RouteObject } from 'react-router-dom';

export type ScreenGroup = 'overview' | 'data' | 'protection' | 'governance' | 'administration' | 'developers';

/** An entry of the sidebar and of ⌘K. */
export interface Screen {
  path: string;
  /** Key below `nav.` in the shell's texts. */
  text: string;
  icon: LucideIcon;
  group: ScreenGroup;
  /** Permission for the entry; the route checks the same. */
  permission?: Permission;
  /** It shows all companies of the user: permissions of any of them count, not those in the selected one. */
  isAcross?: true;
}

/** Exports of a feature's routes.tsx. */
export interface Feature {
  screens: readonly Screen[];
  /** Inside the shell, for signed-in users. */
  routes: readonly RouteObject[];
  /** Without shell and session. */
  publicRoutes?: readonly RouteObject[];
}
