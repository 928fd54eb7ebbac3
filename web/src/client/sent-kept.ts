/**
 * How long a mutation keeps a secret in memory after its form was closed, ms. With 0, a pending mutation without its
 * form polls at every turn of the event loop.
 */
export const SENT_KEPT_MS = 1_000;
