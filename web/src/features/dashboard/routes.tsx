import { LayoutDashboard } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

/** Open to every role: each card asks for its own permission. Actions of the trail have the Audit Trail's names. */
export const dashboard: Feature = oneScreen({
  path: '/',
  text: 'dashboard',
  icon: LayoutDashboard,
  group: 'overview',
  texts: 'dashboard',
  page: async () => (await import('./pages/dashboard-page.tsx')).DashboardPage,
  isAcross: true,
});
