import { LayoutDashboard } from 'lucide-react';
import { loadTexts } from '../../i18n/i18n.ts';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** Open to every role: each card asks for its own permission. Actions of the trail have the Audit Trail's names. */
export const dashboard: Feature = {
  screens: [{ path: '/', text: 'dashboard', icon: LayoutDashboard, group: 'overview' }],
  routes: [
    lazyPage({
      isAcross: true,
      path: '/',
      texts: 'dashboard',
      page: async () => {
        const [screen] = await Promise.all([import('./pages/dashboard-page.tsx'), loadTexts('audit')]);
        return screen.DashboardPage;
      },
    }),
  ],
};
