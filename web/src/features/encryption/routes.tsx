import { LockKeyhole } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

const permission = 'encryption:manage';

export const encryption: Feature = {
  screens: [
    {
      path: '/encryption',
      text: 'encryption',
      icon: LockKeyhole,
      group: 'protection',
      permission,
      isAcross: true,
    },
  ],
  routes: [
    lazyPage({
      isAcross: true,
      path: '/encryption',
      texts: 'encryption',
      page: async () => (await import('./pages/encryption-page.tsx')).EncryptionPage,
      permission,
    }),
  ],
};
