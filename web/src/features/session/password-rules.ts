/**
 * What a changed password must have, in the order of its box. The contract's schema decides; this only shows progress.
 */
export const passwordRules = [
  { key: 'length', isMet: (password: string) => password.length >= 12 },
  { key: 'upper', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { key: 'lower', isMet: (password: string) => /\p{Ll}/u.test(password) },
  { key: 'digit', isMet: (password: string) => /\d/.test(password) },
  { key: 'special', isMet: (password: string) => /[^\p{L}\p{N}\s]/u.test(password) },
] as const;
