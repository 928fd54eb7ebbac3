import { Waypoints } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const lineage: Feature = oneScreen({
  path: '/data-lineage',
  text: 'lineage',
  icon: Waypoints,
  group: 'data',
  permission: 'lineage:read',
  texts: 'lineage',
  page: async () => (await import('./pages/lineage-page.tsx')).LineagePage,
});
