export type RuleKind = 'ip' | 'domain';

export interface RuleChange {
  kind: RuleKind;
  action: 'add' | 'remove';
  rule: string;
}

/** What a rule lets in: key below `scope.` in the texts, and the number of addresses where it says something. */
export interface RuleScope {
  key: 'address' | 'range' | 'network' | 'host' | 'subdomains';
  addresses?: number;
}

const IPV4_BITS = 32;

/** A rule as the server keeps it: an address, a CIDR range, a host, or with a leading dot everything below it. */
export function scopeOf(kind: RuleKind, rule: string): RuleScope {
  if (kind === 'domain') return { key: rule.startsWith('.') ? 'subdomains' : 'host' };
  const [address = '', prefix] = rule.split('/');
  if (prefix === undefined) return { key: 'address' };
  // An IPv6 network is too large for a count to say anything.
  if (address.includes(':')) return { key: prefix === '128' ? 'address' : 'network' };
  const addresses = 2 ** (IPV4_BITS - Number(prefix));
  return addresses === 1 ? { key: 'address' } : { key: 'range', addresses };
}
