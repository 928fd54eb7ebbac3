import { ChartColumn } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const analytics: Feature = oneScreen({
  path: '/analytics',
  text: 'analytics',
  icon: ChartColumn,
  group: 'overview',
  permission: 'analytics:read',
  texts: 'analytics',
  page: async () => (await import('./pages/analytics-page.tsx')).AnalyticsPage,
  isAcross: true,
});
