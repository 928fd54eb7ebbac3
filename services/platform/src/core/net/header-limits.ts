import type { ServerOptions } from 'node:http';

/**
 * How long the headers of a request may take, in ms, on every HTTP listener. Node looks for late ones every 30 s unless
 * the interval is set: a limit of 15 s would cut after up to 45 s.
 */
export const HEADER_LIMITS = {
  headersTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
} as const satisfies ServerOptions;

export type HeaderLimits = Readonly<Record<keyof typeof HEADER_LIMITS, number>>;
