import { Building2 } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

export const companies: Feature = {
  screens: [{ path: '/companies', text: 'companies', icon: Building2, group: 'data' }],
  routes: [
    lazyPage({
      isAcross: true,
      path: '/companies',
      texts: 'companies',
      page: async () => (await import('./pages/companies-page.tsx')).CompaniesPage,
    }),
  ],
};
