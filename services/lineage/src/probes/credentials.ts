/**
 * A credential is user:<id>, client:<id>/user:<id> with the accounts behind the client, import:<id> or agreement:<id>.
 * The last is that of pairs whose making write is not known, as in the back-fill of a new agreement.
 */
export const agreementCredential = (agreementId: number): string => `agreement:${agreementId}`;

/**
 * Imports and agreements make pairs in bulk: beyond their budget pairs are spread over the hours that follow, never
 * stopped.
 */
export const isBulk = (credential: string): boolean => /^(import|agreement):/.test(credential);

export const isImport = (credential: string): boolean => credential.startsWith('import:');

/** In SQL: import, agreement or single, for users and clients. A company's budget is counted for each class apart. */
export const CLASS_OF = (credential: string): string =>
  `coalesce(substring(${credential} FROM '^(import|agreement):'), 'single')`;
