import { z } from 'zod';
import { defineConfig } from '../config/config.ts';
import { isHostPattern } from './host-patterns.ts';

/** Further host names of requests; localhost, addresses and a listener's own names always pass. */
export const hostsConfig = defineConfig('PIIVAULT', {
  /** Separated by commas, without ports; a leading dot: all below. */
  allowedHosts: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter((part) => part !== ''),
    )
    .refine((all) => all.every(isHostPattern), 'is a list of host names without ports'),
});
