import { FileUp } from 'lucide-react';
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
    // The address of imports before they had a screen of their own.
    lazyPage({
      path: '/individuals/import',
      texts: 'imports',
      page: async () => (await import('./pages/former-address.tsx')).FormerAddress,
      permission,
    }),
  ],
};
