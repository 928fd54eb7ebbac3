import { Scale } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const compliance: Feature = oneScreen({
  path: '/compliance',
  text: 'compliance',
  icon: Scale,
  group: 'governance',
  permission: 'compliance:read',
  texts: 'compliance',
  page: async () => (await import('./pages/compliance-page.tsx')).CompliancePage,
});
