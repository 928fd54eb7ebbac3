import { randomInt } from 'node:crypto';

/** Upper bound: hashing costs by memory and passes, but the whole message is hashed. */
export const MAX_PASSWORD_LENGTH = 256;

/** Minimum number of characters, by the way a password is set. */
const SHORTEST = { create: 9, setup: 12, reset: 8, change: 12 } as const;
/** … and of any of them. */
export const SHORTEST_PASSWORD = Math.min(...Object.values(SHORTEST));

const CREATE_USER_MESSAGE =
  'Password must be at least 9 characters with uppercase, number, and special character';
const SPECIAL = /[^\p{L}\p{N}\s]/u;

/** First broken rule of the create-user policy, or undefined. */
export function createUserPasswordProblem(password: string): string | undefined {
  const fine =
    password.length >= SHORTEST.create &&
    password.length <= MAX_PASSWORD_LENGTH &&
    /\p{Lu}/u.test(password) &&
    /\d/.test(password) &&
    SPECIAL.test(password);
  return fine ? undefined : CREATE_USER_MESSAGE;
}

/** First broken rule of the admin-setup policy, or undefined. */
export function setupPasswordProblem(password: string): string | undefined {
  if (password.length < SHORTEST.setup) return 'Password must be at least 12 characters long';
  const mixed =
    /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password) && SPECIAL.test(password);
  if (!mixed) return 'Password must contain uppercase, lowercase, numbers, and special characters';
  return password.length > MAX_PASSWORD_LENGTH ? 'Password is too long' : undefined;
}

/** First broken rule of the reset policy, or undefined. */
export function resetPasswordProblem(password: string): string | undefined {
  if (password.length < SHORTEST.reset) return 'Password must be at least 8 characters long.';
  return password.length > MAX_PASSWORD_LENGTH ? 'Password is too long' : undefined;
}

/** Every broken rule of the change-password policy. */
export function changePasswordProblems(password: string): string[] {
  const problems = password.length < SHORTEST.change ? ['Password must be at least 12 characters'] : [];
  if (password.length > MAX_PASSWORD_LENGTH) problems.push('Password is too long');
  for (const [kind, pattern] of KINDS)
    if (!pattern.test(password)) problems.push(`Password must contain at least one ${kind}`);
  return problems;
}
const KINDS = [
  ['uppercase letter', /\p{Lu}/u],
  ['lowercase letter', /\p{Ll}/u],
  ['number', /\d/],
  ['special character', SPECIAL],
] as const;

// Without I, l, 1, O, 0: temporary passwords are read out and typed.
const CLASSES = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!#$%&*+-=?@'] as const;
const ALPHABET = CLASSES.join('');
const GENERATED_LENGTH = 16;

/** A temporary password of 16 characters (more than 90 bits) that satisfies every policy of the product. */
export function generatePassword(): string {
  const picked = CLASSES.map((letters) => pick(letters));
  while (picked.length < GENERATED_LENGTH) picked.push(pick(ALPHABET));
  for (let i = picked.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [picked[i], picked[j]] = [picked[j] ?? '', picked[i] ?? ''];
  }
  return picked.join('');
}

function pick(letters: string): string {
  return letters.charAt(randomInt(letters.length));
}

/** Problem of a new password that equals the one generated for the user, which others know. */
export const SAME_AS_TEMPORARY = 'Choose a password that differs from the temporary one';
