import { Building2 } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const companies: Feature = oneScreen({
  path: '/companies',
  text: 'companies',
  icon: Building2,
  group: 'data',
  texts: 'companies',
  page: async () => (await import('./pages/companies-page.tsx')).CompaniesPage,
  isAcross: true,
});
