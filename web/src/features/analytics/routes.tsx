import { ChartColumn } from 'lucide-react';
import { loadTexts } from '../../i18n/i18n.ts';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** Actions of the trail have the Audit Trail's names. */
export const analytics: Feature = {
  screens: [
    {
      path: '/analytics',
      text: 'analytics',
      icon: ChartColumn,
      group: 'overview',
      permission: 'analytics:read',
      isAcross: true,
    },
  ],
  routes: [
    lazyPage({
      isAcross: true,
      path: '/analytics',
      texts: 'analytics',
      page: async () => {
        const [screen] = await Promise.all([
          import('./pages/analytics-page.tsx'),
          loadTexts('charts'),
          loadTexts('audit'),
        ]);
        return screen.AnalyticsPage;
      },
      permission: 'analytics:read',
    }),
  ],
};
