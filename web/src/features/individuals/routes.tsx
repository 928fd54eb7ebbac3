import { Users } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const individuals: Feature = {
  screens: [
    { path: '/individuals', text: 'individuals', icon: Users, group: 'data', permission: 'pii:read' },
  ],
  routes: [
    lazyPage({
      path: '/individuals',
      texts: 'individuals',
      page: async () => (await import('./pages/individuals-page.tsx')).IndividualsPage,
      permission: 'pii:read',
    }),
    lazyPage({
      path: '/individuals/new',
      texts: 'individuals',
      page: async () => (await import('./pages/add-pii-page.tsx')).AddPiiPage,
      permission: 'pii:write',
    }),
  ],
};
