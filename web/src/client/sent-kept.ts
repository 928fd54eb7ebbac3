/**
 * gcTime of a mutation with a secret: how long it stays in memory after its form was closed, ms. With 0, a pending
 * mutation without its form would reschedule its removal in a busy loop.
 */
export const SENT_KEPT_MS = 1_000;
