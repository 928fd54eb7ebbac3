import { KeyRound } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

const permission = 'encryption:manage';

export const encryptionKeys: Feature = {
  screens: [
    {
      path: '/encryption-keys',
      text: 'keys',
      icon: KeyRound,
      group: 'protection',
      permission,
      isAcross: true,
    },
  ],
  routes: [
    lazyPage({
      isAcross: true,
      path: '/encryption-keys',
      texts: 'encryption-keys',
      page: async () => (await import('./pages/encryption-keys-page.tsx')).EncryptionKeysPage,
      permission,
    }),
  ],
};
