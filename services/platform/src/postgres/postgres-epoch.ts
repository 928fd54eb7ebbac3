/**
 * Start of PostgreSQL's clock, 2000-01-01 UTC, in epoch ms: what its binary form counts times from, in microseconds.
 */
export const POSTGRES_EPOCH_MS = 946_684_800_000;
