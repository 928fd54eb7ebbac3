import { ScrollText } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const audit: Feature = {
  screens: [
    { path: '/audit', text: 'audit', icon: ScrollText, group: 'governance', permission: 'audit:read' },
  ],
  routes: [
    lazyPage({
      path: '/audit',
      texts: 'audit',
      page: async () => (await import('./pages/audit-page.tsx')).AuditPage,
      permission: 'audit:read',
    }),
  ],
};
