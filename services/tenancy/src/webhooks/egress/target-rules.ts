import { addressRanges, isInRanges } from '@pii-vault/platform/core/net/address-ranges';

/** Permitted targets of webhooks in addition to public ones over https. */
export interface TargetRules {
  /** Whether http is permitted: for development. */
  readonly allowsHttp: boolean;
  /** Whether the operator permits this non-public address. */
  isExcepted(address: string): boolean;
}

/** @throws Error for an exception that is neither an address nor a range */
export function targetRules(settings: {
  readonly allowsHttp: boolean;
  readonly exceptedRanges: readonly string[];
}): TargetRules {
  const excepted = addressRanges(settings.exceptedRanges);
  return {
    allowsHttp: settings.allowsHttp,
    isExcepted: (address) => isInRanges(excepted, address) && !isInRanges(METADATA, address),
  };
}

/** Whether a connection may go to this address. */
export function isAllowedAddress(rules: TargetRules, address: string): boolean {
  return isPublicAddress(address) || rules.isExcepted(address);
}

/**
 * Whether an address is public: by the IANA special-purpose registries (RFC 6890) neither private, shared (CGNAT),
 * loopback, link-local, documentation, benchmark, multicast nor reserved; of IPv6 only global unicast (2000::/3),
 * without ranges that embed an IPv4 address or belong to a tunnel.
 */
export function isPublicAddress(address: string): boolean {
  if (isInRanges(METADATA, address)) return false;
  return address.includes(':')
    ? isInRanges(GLOBAL_V6, address) && !isInRanges(SPECIAL_V6, address)
    : isInRanges(EVERY_V4, address) && !isInRanges(SPECIAL_V4, address);
}

const EVERY_V4 = addressRanges(['0.0.0.0/0']);
const SPECIAL_V4 = addressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
const GLOBAL_V6 = addressRanges(['2000::/3']);
const SPECIAL_V6 = addressRanges(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
/** Metadata services of clouds, which give credentials to any caller; no exception permits these. */
const METADATA = addressRanges([
  '169.254.0.0/16',
  'fe80::/10',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);
