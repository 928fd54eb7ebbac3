import { LockKeyhole } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const encryption: Feature = oneScreen({
  path: '/encryption',
  text: 'encryption',
  icon: LockKeyhole,
  group: 'protection',
  permission: 'encryption:manage',
  texts: 'encryption',
  page: async () => (await import('./pages/encryption-page.tsx')).EncryptionPage,
  isAcross: true,
});
