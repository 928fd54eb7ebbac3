import { KeyRound } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const encryptionKeys: Feature = oneScreen({
  path: '/encryption-keys',
  text: 'keys',
  icon: KeyRound,
  group: 'protection',
  permission: 'encryption:manage',
  texts: 'encryption-keys',
  page: async () => (await import('./pages/encryption-keys-page.tsx')).EncryptionKeysPage,
  isAcross: true,
});
