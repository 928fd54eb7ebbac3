import { ScrollText } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const audit: Feature = oneScreen({
  path: '/audit',
  text: 'audit',
  icon: ScrollText,
  group: 'governance',
  permission: 'audit:read',
  texts: 'audit',
  page: async () => (await import('./pages/audit-page.tsx')).AuditPage,
});
