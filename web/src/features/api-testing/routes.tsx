import { Terminal } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** No permission: what a token may do is the token's affair. */
export const apiTesting: Feature = {
  screens: [{ path: '/api-testing', text: 'apiTesting', icon: Terminal, group: 'developers' }],
  routes: [
    lazyPage({
      path: '/api-testing',
      texts: 'api-testing',
      page: async () => (await import('./pages/api-testing-page.tsx')).ApiTestingPage,
    }),
  ],
};
