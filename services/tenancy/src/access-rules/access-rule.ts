import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import {
  addressRanges,
  isAddressRange,
  isInRanges,
  isLoopback,
} from '@pii-vault/platform/core/net/address-ranges';
import { isHostPattern, matchesHost } from '@pii-vault/platform/core/net/host-patterns';

export type RuleKind = 'ip' | 'domain';

export interface AccessRules {
  readonly ip: readonly string[];
  readonly domain: readonly string[];
}

const MESSAGES: Readonly<Record<RuleKind, string>> = {
  ip: 'Please enter a valid IP address',
  domain: 'Please enter a valid domain name',
};

/** A rule in its canonical form. @throws AppError INVALID_RULE, with a message for the form */
export function checkRule(kind: string, rule: string): { readonly kind: RuleKind; readonly rule: string } {
  const known = kind === 'ip' || kind === 'domain' ? kind : undefined;
  const text = rule.trim().toLowerCase();
  const isValid = known === 'ip' ? isAddressRange(text) : isHostPattern(text);
  if (known !== undefined && isValid) return { kind: known, rule: text };
  const [path, message] = [
    known ?? 'kind',
    known === undefined ? 'The kind is ip or domain' : MESSAGES[known],
  ];
  throw invalidArgument('INVALID_RULE', message, { details: [{ path, message }] });
}

/**
 * Whether the lists admit a request. Loopback and hosts called localhost are always admitted; empty lists admit all.
 */
export function letsIn(
  rules: AccessRules,
  who: { readonly ip: string; readonly originHost: string },
): boolean {
  const byAddress =
    rules.ip.length === 0 || isLoopback(who.ip) || isInRanges(addressRanges(rules.ip), who.ip);
  const isOwnHost = who.originHost === '' || who.originHost === 'localhost';
  return byAddress && (rules.domain.length === 0 || isOwnHost || matchesHost(who.originHost, rules.domain));
}
