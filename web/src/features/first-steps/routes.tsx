import type { Feature } from '../../routing/feature.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';

/** `/` until the Dashboard exists: what to do in an empty vault, then Individual Profiles. */
export const firstSteps: Feature = {
  screens: [],
  routes: [
    lazyPage({
      path: '/',
      texts: 'first-steps',
      page: async () => (await import('./pages/first-steps-page.tsx')).FirstStepsPage,
    }),
  ],
};
