import { UserCheck } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const approvals: Feature = {
  screens: [
    { path: '/approvals', text: 'approvals', icon: UserCheck, group: 'governance', permission: 'pii:reveal' },
  ],
  routes: [
    lazyPage({
      path: '/approvals',
      texts: 'approvals',
      page: async () => (await import('./pages/approvals-page.tsx')).ApprovalsPage,
      permission: 'pii:reveal',
    }),
  ],
};
