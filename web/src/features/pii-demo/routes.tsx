import { EyeOff } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

const permission = 'pii:read';

export const piiDemo: Feature = {
  screens: [
    { path: '/pii-masking-demo', text: 'maskingDemo', icon: EyeOff, group: 'developers', permission },
  ],
  routes: [
    lazyPage({
      path: '/pii-masking-demo',
      texts: 'pii-demo',
      page: async () => (await import('./pages/pii-demo-page.tsx')).PiiDemoPage,
      permission,
    }),
  ],
};
