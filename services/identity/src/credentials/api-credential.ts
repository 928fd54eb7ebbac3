import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** So that scanners of repositories and logs can recognise a leaked secret. */
const SECRET_PREFIX = 'pvs_';
const CLIENT_PREFIX = 'pvc_';

export interface ApiCredential {
  readonly userId: number;
  readonly clientId: string;
  readonly secretSha256: Buffer;
  readonly salt: Buffer;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** User who created it or replaced its secret; null for one of an older release. */
  readonly madeBy: number | null;
  /** Increases with each new secret; part of the version of the user's rights. */
  readonly secretChange: number;
  /** May erase people and values without a fresh proof. */
  readonly mayErase: boolean;
  /** The secret before the last rotation while it is still accepted: base64, and its end in epoch ms. */
  readonly former: {
    readonly sha256: string;
    readonly salt: string;
    /** Its number; 0 when an older release replaced it. */
    readonly change: number;
    readonly madeBy: number | null;
    readonly mayErase: boolean;
    readonly until: number;
  } | null;
}

/** A session or credential that is still accepted, with the version of its rights. */
export interface LiveCredential {
  readonly id: string;
  readonly roleVersion: number;
}

export interface NewSecret {
  /** Shown once and not stored. */
  readonly secret: string;
  readonly salt: Buffer;
  readonly secretSha256: Buffer;
}

export function newClientId(): string {
  return CLIENT_PREFIX + randomBytes(12).toString('hex');
}

/**
 * A secret of 256 random bits and its stored form. A salted SHA-256 is sufficient, because unlike a password it cannot
 * be guessed.
 */
export function newSecret(): NewSecret {
  const secret = SECRET_PREFIX + randomBytes(32).toString('base64url');
  const salt = randomBytes(16);
  return { secret, salt, secretSha256: digestSecret(secret, salt) };
}

export interface AcceptedSecret {
  /** Number of the secret: a token that is created with it ends with it. */
  readonly change: number;
  /** User who set the secret. */
  readonly madeBy: number | null;
  readonly mayErase: boolean;
  /** Epoch ms: the present secret has no end, the former one the end of its overlap. */
  readonly until: number;
}

/** What a secret is accepted for; undefined for a wrong one. */
export function acceptedSecret(
  secret: string,
  stored: Pick<ApiCredential, 'salt' | 'secretSha256' | 'secretChange' | 'madeBy' | 'mayErase' | 'former'>,
): AcceptedSecret | undefined {
  const { salt, secretSha256, secretChange: change, madeBy, mayErase, former } = stored;
  if (timingSafeEqual(digestSecret(secret, salt), secretSha256))
    return { change, madeBy, mayErase, until: Number.MAX_SAFE_INTEGER };
  if (former === null) return undefined;
  const digest = digestSecret(secret, Buffer.from(former.salt, 'base64'));
  if (!timingSafeEqual(digest, Buffer.from(former.sha256, 'base64'))) return undefined;
  return { change: former.change, madeBy: former.madeBy, mayErase: former.mayErase, until: former.until };
}

function digestSecret(secret: string, salt: Buffer): Buffer {
  return createHash('sha256').update(salt).update(secret, 'utf8').digest();
}

/** Splits a bearer of the form clientId:secret; undefined for another form (a JWT has no colon). */
export function parseClientBearer(bearer: string): { clientId: string; secret: string } | undefined {
  const colon = bearer.indexOf(':');
  if (colon < 0) return undefined;
  return { clientId: bearer.slice(0, colon), secret: bearer.slice(colon + 1) };
}
