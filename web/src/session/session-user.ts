import type { SignedInUser } from '@pii-vault/contract/auth/auth-schema';

/** The signed-in user, as returned by login and GET /auth/session. */
export type SessionUser = SignedInUser;
