import { storedEncrypted } from './dpdp-sec-a1.ts';
import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { logIntegrity } from './dpdp-sec-c2.ts';
import type { Rule } from './rule.ts';

/** Every rule, in the order of the page. */
export const RULES: readonly Rule[] = [storedEncrypted, everyRevealLogged, logIntegrity];
