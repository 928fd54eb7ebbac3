/**
 * How long a mutation keeps a secret that was sent or received after its form is gone, ms. With 0 a pending mutation
 * without its form asks at every turn of the event loop whether it is done.
 */
export const SENT_KEPT_MS = 1_000;
