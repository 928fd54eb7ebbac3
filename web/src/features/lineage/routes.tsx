import { Waypoints } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage, oneScreen } from '../../routing/lazy-page.tsx';

const screen = oneScreen({
  path: '/data-lineage',
  text: 'lineage',
  icon: Waypoints,
  group: 'data',
  permission: 'lineage:read',
  texts: 'lineage',
  page: async () => (await import('./pages/lineage-page.tsx')).LineagePage,
});

export const lineage: Feature = {
  screens: screen.screens,
  routes: [
    ...screen.routes,
    lazyPage({
      path: '/data-lineage/review',
      permission: 'lineage:decide',
      texts: 'lineage',
      page: async () => (await import('./pages/review-page.tsx')).ReviewPage,
    }),
  ],
};
