import { hostname } from 'node:os';

/**
 * Where this process runs: the name of its host, which a container that is started again keeps. Who comes to the place of a
 * process that was killed need not wait until that one is missed. Of letters, digits, full stop, underline and hyphen.
 */
export const PLACE = hostname().replaceAll(/[^\w.-]/g, '-');
