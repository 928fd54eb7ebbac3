import { FileUp } from 'lucide-react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

const permission = 'pii:write';

export const imports: Feature = {
  screens: [{ path: '/imports', text: 'imports', icon: FileUp, group: 'data', permission }],
  routes: [
    lazyPage({
      path: '/imports',
      texts: 'imports',
      page: async () => (await import('./pages/imports-page.tsx')).ImportsPage,
      permission,
    }),
    // The former address of imports.
    lazyPage({
      path: '/individuals/import',
      texts: 'imports',
      page: async () => FormerAddress,
      permission,
    }),
  ],
};

/** Redirects /individuals/import to /imports. */
function FormerAddress() {
  const { search } = useLocation();
  return <Navigate replace to={`/imports${search}`} />;
}
