import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 9106 parameters: memory in KiB. */
export interface Argon2Cost {
  readonly memory: number;
  readonly passes: number;
}

export const PASSWORD_COST: Argon2Cost = { memory: 65_536, passes: 3 };

const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Argon2id (RFC 9106) of a password under a new random salt, as a PHC string. */
export async function hashPassword(password: string, cost: Argon2Cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(salt)}$${base64(tag)}`;
}

/**
 * Whether the password belongs to a PHC string of hashPassword.
 * @throws Error for a malformed stored string: an internal error, never a wrong password
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = PHC.exec(stored);
  if (parts === null) throw new Error('A stored password hash is malformed');
  const [, memory, passes, salt = '', tag = ''] = parts;
  const cost = { memory: Number(memory), passes: Number(passes) };
  return timingSafeEqual(
    await derive(password, Buffer.from(salt, 'base64'), cost),
    Buffer.from(tag, 'base64'),
  );
}

// NFKC, so that one password typed on two keyboards is one password (RFC 8265 OpaqueString in spirit).
function derive(password: string, nonce: Buffer, cost: Argon2Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  const parameters = {
    message,
    nonce,
    parallelism: 1,
    tagLength: TAG_BYTES,
    memory: cost.memory,
    passes: cost.passes,
  };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error === null ? resolve(tag) : reject(error)));
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
