import { Scale } from 'lucide-react';
import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';
import type { PageName } from './governance-pages.ts';

const screens = (
  [
    ['purposes', '/purposes', 'compliance:read'],
    ['grievances', '/grievances', 'compliance:read'],
    ['incidents', '/incidents', 'compliance:read'],
    ['recipients', '/recipients', 'compliance:read'],
    ['erasures', '/erasures', 'pii:erase'],
    ['accessReviews', '/access-reviews', 'compliance:read'],
  ] as const satisfies readonly (readonly [PageName, string, string])[]
).map(([text, path, permission]) => ({ text, path, permission, icon: Scale, group: 'governance' as const }));

export const governance: Feature = {
  screens,
  routes: screens.map(({ text, path, permission }) =>
    lazyPage({
      path,
      texts: 'governance',
      page: async () => (await import('./governance-pages.ts')).pages[text](),
      permission,
    }),
  ),
};
