import { UserCheck } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const approvals: Feature = oneScreen({
  path: '/approvals',
  text: 'approvals',
  icon: UserCheck,
  group: 'governance',
  permission: 'pii:reveal',
  texts: 'approvals',
  page: async () => (await import('./pages/approvals-page.tsx')).ApprovalsPage,
});
