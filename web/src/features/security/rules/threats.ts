import type { Answer } from '@pii-vault/contract/client';

export type Threats = Answer<'GET /security/threats'>;
export type ThreatPattern = Threats['patterns'][number];
export type MatchingProbe = Threats['probes'][number];

const STOPPING: ReadonlySet<MatchingProbe['reason']> = new Set(['links', 'corrections', 'erasures']);

/** Whether a probe stops its credential; otherwise it asks an administrator to look into it. */
export const isStopping = ({ reason }: Pick<MatchingProbe, 'reason'>): boolean => STOPPING.has(reason);

const AT_SIGN_IN: ReadonlySet<string> = new Set([
  'credential_stuffing',
  'password_spraying',
  'password_guessing',
]);

/** Whether a pattern consists of attempts to sign in; only then did somebody get in, or not. */
export const isAtSignIn = ({ kind }: Pick<ThreatPattern, 'kind'>): boolean => AT_SIGN_IN.has(kind);

/** Shown in places of their own. */
const OWN_PLACE: ReadonlySet<string> = new Set(['kind', 'source', 'evidence', 'firstSeenAt', 'lastSeenAt']);

export interface Fact {
  name: string;
  value: string | number;
}

/**
 * What a threat says of itself as name and value, whatever its kind: figures and texts as they are, facts in a list of
 * {name, value}, and the members of an object. A kind that this console does not know shows all it has.
 */
export function factsOf(pattern: object): Fact[] {
  return Object.entries(pattern).flatMap(([name, value]: [string, unknown]) =>
    OWN_PLACE.has(name) ? [] : flatten(name, value),
  );
}

function flatten(name: string, value: unknown): Fact[] {
  if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return [{ name, value }];
  if (typeof value === 'boolean') return [{ name, value: String(value) }];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => flatten(name, one));
  if (typeof value !== 'object' || value === null) return [];
  if ('name' in value && 'value' in value && typeof value.name === 'string')
    return flatten(value.name, value.value);
  return Object.entries(value).flatMap(([inner, one]: [string, unknown]) => flatten(inner, one));
}

/** A row of evidence that is an attempt to sign in: it has a row of a table; others are name and value. */
export function isAttempt(evidence: object): evidence is ThreatPattern['evidence'][number] {
  return 'ipAddress' in evidence && 'timestamp' in evidence && 'riskScore' in evidence;
}

/** Only an address can be blocked. A device or an account is not a place. */
export const blockableAddress = ({ source }: Pick<ThreatPattern, 'source'>): string | undefined =>
  source.kind === 'address' ? source.value : undefined;

/** Loopback is the vault's own machine: the server never blocks it. */
export const isLoopback = (address: string): boolean =>
  address.startsWith('127.') || address === '::1' || address.startsWith('0:0:0:0::');

/** Worst first: one that signed in may have an account. */
export function byWeight(patterns: readonly ThreatPattern[]): readonly ThreatPattern[] {
  return patterns.toSorted((a, b) => b.successful - a.successful || b.attempts - a.attempts);
}
