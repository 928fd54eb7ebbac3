import { LayoutDashboard } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

/** Open to every role: each card checks its own permission. */
export const dashboard: Feature = oneScreen({
  path: '/',
  text: 'dashboard',
  icon: LayoutDashboard,
  group: 'overview',
  texts: 'dashboard',
  page: async () => (await import('./pages/dashboard-page.tsx')).DashboardPage,
  isAcross: true,
});
