/**
 * Where records are compared: inside one company, or across the two of a linking agreement. Each scope has separate
 * keys, so handles of two scopes cannot be compared.
 */
export type Scope = `intra:${number}` | `cross:${number}`;

export function intraScope(companyId: number): Scope {
  return `intra:${companyId}`;
}

export function crossScope(agreementId: number): Scope {
  return `cross:${agreementId}`;
}

export function isScope(text: string): text is Scope {
  return /^(intra|cross):[1-9]\d{0,14}$/.test(text);
}

/** The company of an intra scope, null for a cross scope. */
export function companyOf(scope: Scope): number | null {
  return scope.startsWith('intra:') ? Number(scope.slice(6)) : null;
}

/** The agreement of a cross scope, null for an intra scope. */
export function agreementOf(scope: Scope): number | null {
  return scope.startsWith('cross:') ? Number(scope.slice(6)) : null;
}
