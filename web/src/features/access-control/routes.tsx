import { ShieldHalf } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const accessControl: Feature = {
  screens: [
    {
      path: '/access-control',
      text: 'accessControl',
      icon: ShieldHalf,
      group: 'protection',
      permission: 'access:manage',
      isAcross: true,
    },
  ],
  routes: [
    lazyPage({
      isAcross: true,
      path: '/access-control',
      texts: 'access-control',
      page: async () => (await import('./pages/access-control-page.tsx')).AccessControlPage,
      permission: 'access:manage',
    }),
  ],
};
