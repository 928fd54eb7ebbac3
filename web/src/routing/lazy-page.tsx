import type { Permission } from '@pii-vault/contract/permissions';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { loadTexts } from '../i18n/i18n.ts';
import { Guard } from './guard.tsx';

interface LazyPage {
  path: string;
  /** The feature's folder: its texts are loaded beside its code. */
  texts: string;
  page: () => Promise<ComponentType>;
  /** Without it the refused page stands there instead. */
  permission?: Permission;
}

/** A route whose screen is a chunk of its own; the old screen stays until code and texts are here. */
export function lazyPage({ path, texts, page, permission }: LazyPage): RouteObject {
  return {
    path,
    lazy: async () => {
      const [Page] = await Promise.all([page(), loadTexts(texts)]);
      return {
        element: (
          <Guard permission={permission}>
            <Page />
          </Guard>
        ),
      };
    },
  };
}
