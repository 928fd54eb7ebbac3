import { Terminal } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

/** Needs no permission: the permissions of the token apply. */
export const apiTesting: Feature = oneScreen({
  path: '/api-testing',
  text: 'apiTesting',
  icon: Terminal,
  group: 'developers',
  texts: 'api-testing',
  page: async () => (await import('./pages/api-testing-page.tsx')).ApiTestingPage,
});
