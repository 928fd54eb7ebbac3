import type { Answer } from '@pii-vault/contract/client';

export type Threats = Answer<'GET /security/threats'>;
export type ThreatPattern = Threats['patterns'][number];
export type MatchingProbe = Threats['probes'][number];

const STOPPING: ReadonlySet<MatchingProbe['reason']> = new Set(['links', 'corrections', 'erasures']);

/** Whether a probe stops its credential; otherwise it only notifies an administrator. */
export const isStopping = ({ reason }: Pick<MatchingProbe, 'reason'>): boolean => STOPPING.has(reason);

const AT_SIGN_IN: ReadonlySet<string> = new Set([
  'credential_stuffing',
  'password_spraying',
  'password_guessing',
]);

/** Whether a pattern consists of login attempts; only then it can have successful ones. */
export const isAtSignIn = ({ kind }: Pick<ThreatPattern, 'kind'>): boolean => AT_SIGN_IN.has(kind);

/** Members with their own place in the card. */
const OWN_PLACE: ReadonlySet<string> = new Set(['kind', 'source', 'evidence', 'firstSeenAt', 'lastSeenAt']);

export interface Fact {
  name: string;
  value: string | number;
}

/**
 * The facts of a threat as name and value, for any kind, also unknown ones: numbers and texts, lists of {name, value},
 * and the members of objects.
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

/** Whether a piece of evidence is a login attempt, which is shown in the table. */
export function isAttempt(evidence: object): evidence is ThreatPattern['evidence'][number] {
  return 'ipAddress' in evidence && 'timestamp' in evidence && 'riskScore' in evidence;
}

/** Only an IP address can be blocked, not a device or an account. */
export const blockableAddress = ({ source }: Pick<ThreatPattern, 'source'>): string | undefined =>
  source.kind === 'address' ? source.value : undefined;

/** The server never blocks loopback addresses. */
export const isLoopback = (address: string): boolean =>
  address.startsWith('127.') || address === '::1' || address.startsWith('0:0:0:0::');

/** Most severe first: patterns with a successful login come first. */
export function byWeight(patterns: readonly ThreatPattern[]): readonly ThreatPattern[] {
  return patterns.toSorted((a, b) => b.successful - a.successful || b.attempts - a.attempts);
}
