import type { Permission } from '@pii-vault/contract/permissions';
import type { ComponentType, ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { loadTexts } from '../i18n/i18n.ts';
import { PermissionScope } from '../session/permission-scope.ts';
import type { Feature, Screen } from './feature.ts';
import { Guard } from './guard.tsx';
import { LatePage } from './late-page.tsx';

interface LazyPage {
  path: string;
  /** Text namespace: the feature's folder. Loaded together with its code. */
  texts: string;
  page: () => Promise<ComponentType>;
  /** Permission; without it the refused page is shown. */
  permission?: Permission;
  /** As of its entry in the sidebar. */
  isAcross?: true;
}

/** A route whose screen is a separate chunk; the previous screen stays until code and texts are loaded. */
export function lazyPage({ path, texts, page, permission, isAcross }: LazyPage): RouteObject {
  const load = async () => (await Promise.all([page(), loadTexts(texts)]))[0];
  const guarded = (screen: ReactNode) => {
    const guard = <Guard permission={permission}>{screen}</Guard>;
    return { element: isAcross ? <PermissionScope value={undefined}>{guard}</PermissionScope> : guard };
  };
  return {
    path,
    lazy: () =>
      load().then(
        (Page) => guarded(<Page />),
        (error: unknown) => guarded(<LatePage load={load} error={error} />),
      ),
  };
}

/** A feature with one screen: its entry and its route share address and permission. */
export const oneScreen = ({ texts, page, ...screen }: Screen & LazyPage): Feature => ({
  screens: [screen],
  routes: [lazyPage({ ...screen, texts, page })],
});
