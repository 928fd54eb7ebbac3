import { Scale } from 'lucide-react';
import { loadTexts } from '../../i18n/i18n.ts';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const compliance: Feature = {
  screens: [
    {
      path: '/compliance',
      text: 'compliance',
      icon: Scale,
      group: 'governance',
      permission: 'compliance:read',
    },
  ],
  routes: [
    lazyPage({
      path: '/compliance',
      texts: 'compliance',
      page: async () => {
        const [screen] = await Promise.all([import('./pages/compliance-page.tsx'), loadTexts('charts')]);
        return screen.CompliancePage;
      },
      permission: 'compliance:read',
    }),
  ],
};
