import type { Permission } from '@pii-vault/contract/permissions';
import type { ComponentType, ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { loadTexts } from '../i18n/i18n.ts';
import { PermissionScope } from '../session/permission-scope.ts';
import type { Feature, Screen } from './feature.ts';
import { Guard } from './guard.tsx';
import { LatePart } from './late-part.tsx';

interface LazyPage {
  path: string;
  /** Namespace of the texts: the feature's folder. Loaded together with the code. */
  texts: string;
  page: () => Promise<ComponentType>;
  /** Without this permission the refused page is shown. */
  permission?: Permission;
  /** Same as in `Screen`. */
  isAcross?: true;
}

/** Route whose screen is a separate chunk. The previous screen stays until code and texts have loaded. */
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
        (error: unknown) => guarded(<LatePart isScreen load={load} error={error} props={{}} />),
      ),
  };
}

/** Feature with one screen. Its entry and its route share path and permission. */
export const oneScreen = ({ texts, page, ...screen }: Screen & LazyPage): Feature => ({
  screens: [screen],
  routes: [lazyPage({ ...screen, texts, page })],
});
