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
  /** The feature's folder, and others it takes texts from: they are loaded together with its code. */
  texts: string | readonly string[];
  page: () => Promise<ComponentType>;
  /** Without it the refused page stands there instead. */
  permission?: Permission;
  /** As of its entry in the sidebar. */
  isAcross?: true;
}

/** A route whose screen is a separate chunk; the old screen stays until code and texts are here. */
export function lazyPage({ path, texts, page, permission, isAcross }: LazyPage): RouteObject {
  const namespaces = typeof texts === 'string' ? [texts] : texts;
  const load = async () => (await Promise.all([page(), ...namespaces.map(loadTexts)]))[0];
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

/** A feature with one screen: its entry and its route have one address and one permission. */
export const oneScreen = ({ texts, page, ...screen }: Screen & LazyPage): Feature => ({
  screens: [screen],
  routes: [lazyPage({ ...screen, texts, page })],
});
