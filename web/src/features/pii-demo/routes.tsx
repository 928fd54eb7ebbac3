import { EyeOff } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { oneScreen } from '../../routing/lazy-page.tsx';

export const piiDemo: Feature = oneScreen({
  path: '/pii-masking-demo',
  text: 'maskingDemo',
  icon: EyeOff,
  group: 'developers',
  permission: 'pii:read',
  texts: 'pii-demo',
  page: async () => (await import('./pages/pii-demo-page.tsx')).PiiDemoPage,
});
