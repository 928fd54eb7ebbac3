export const hindi = { sentences: {}, reasons: {} };
