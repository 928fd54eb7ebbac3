import { ShieldAlert } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** The route has no guard: the page has its own text for users without the permission. */
export const security: Feature = {
  screens: [
    {
      path: '/security-dashboard',
      text: 'security',
      icon: ShieldAlert,
      group: 'protection',
      permission: 'security:read',
      isAcross: true,
    },
  ],
  routes: [
    lazyPage({
      isAcross: true,
      path: '/security-dashboard',
      texts: 'security',
      page: async () => (await import('./pages/security-page.tsx')).SecurityPage,
    }),
  ],
};
