import { Waypoints } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const lineage: Feature = {
  screens: [
    { path: '/data-lineage', text: 'lineage', icon: Waypoints, group: 'data', permission: 'lineage:read' },
  ],
  routes: [
    lazyPage({
      path: '/data-lineage',
      texts: 'lineage',
      page: async () => (await import('./pages/lineage-page.tsx')).LineagePage,
      permission: 'lineage:read',
    }),
  ],
};
