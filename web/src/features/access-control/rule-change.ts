export type RuleKind = 'ip' | 'domain';

export interface RuleChange {
  kind: RuleKind;
  action: 'add' | 'remove';
  rule: string;
}

/** Effect of a rule: key below `scope.` in the texts, and the number of addresses of an IPv4 range. */
export interface RuleScope {
  key: 'address' | 'range' | 'network' | 'host' | 'subdomains';
  addresses?: number;
}

const IPV4_BITS = 32;

/** `rule` as the server returns it: an address, a CIDR range, a host, or with a leading dot all its subdomains. */
export function scopeOf(kind: RuleKind, rule: string): RuleScope {
  if (kind === 'domain') return { key: rule.startsWith('.') ? 'subdomains' : 'host' };
  const [address = '', prefix] = rule.split('/');
  if (prefix === undefined) return { key: 'address' };
  // The number of addresses of an IPv6 network means nothing to a reader.
  if (address.includes(':')) return { key: prefix === '128' ? 'address' : 'network' };
  const addresses = 2 ** (IPV4_BITS - Number(prefix));
  return addresses === 1 ? { key: 'address' } : { key: 'range', addresses };
}
