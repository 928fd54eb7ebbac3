import { Building2 } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

const texts = 'companies';

export const companies: Feature = {
  screens: [{ path: '/companies', text: 'companies', icon: Building2, group: 'data', isAcross: true }],
  routes: [
    lazyPage({
      path: '/companies',
      texts,
      page: async () => (await import('./pages/companies-page.tsx')).CompaniesPage,
      isAcross: true,
    }),
    lazyPage({
      path: '/companies/:companyId',
      texts,
      page: async () => (await import('./pages/company-page.tsx')).CompanyPage,
      isAcross: true,
    }),
  ],
};
