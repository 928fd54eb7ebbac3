import type { Screen } from '../routing/feature.ts';
import { features } from './features.ts';

/** Every screen that works, in the order of the features. */
export const screens: readonly Screen[] = features.flatMap((feature) => feature.screens);
