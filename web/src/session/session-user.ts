import type { SignedInUser } from '@pii-vault/contract/auth/auth-schema';

/** The signed-in user as login and GET /auth/session give it. */
export type SessionUser = SignedInUser;
