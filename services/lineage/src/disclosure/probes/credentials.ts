/**
 * A credential is user:<id>, client:<id>/user:<id> with the accounts behind the client, import:<id> or agreement:<id>.
 * The last one is for pairs whose making write is unknown, as in the back-fill of a new agreement.
 */
export const agreementCredential = (agreementId: number): string => `agreement:${agreementId}`;

/**
 * Imports and agreements make pairs in bulk: above their budget, pairs are spread over the next hours, never stopped.
 */
export const isBulk = (credential: string): boolean => /^(import|agreement):/.test(credential);

export const isImport = (credential: string): boolean => credential.startsWith('import:');

/** SQL expression: import, agreement or single (users and clients). A company has a separate budget for each class. */
export const CLASS_OF = (credential: string): string =>
  `coalesce(substring(${credential} FROM '^(import|agreement):'), 'single')`;
