import { isIP } from 'node:net';

/** Shortest permitted prefixes in a list of trusted addresses. */
const SHORTEST = { 4: 8, 6: 16 } as const;
/** Ranges that cover a larger share of an address family include strangers. */
const MAX_SHARE = 1 / 16;

/** Why a list of addresses and CIDR ranges covers too much; undefined if it does not. Expects valid ranges. */
export function whyTooWide(ranges: readonly string[]): string | undefined {
  const share = { 4: 0, 6: 0 };
  for (const range of new Set(ranges)) {
    const { family, prefix } = partsOf(range);
    if (prefix < SHORTEST[family]) return `${range} is shorter than /${SHORTEST[family]}`;
    share[family] += 2 ** -prefix;
  }
  return Math.max(share[4], share[6]) > MAX_SHARE
    ? 'the ranges together cover more than a sixteenth of all addresses'
    : undefined;
}

/** IPv4 in IPv6 (::ffff:0:0/96, RFC 4291 section 2.5.5.2) counts as IPv4. */
function partsOf(range: string): { family: 4 | 6; prefix: number } {
  const [address = '', text] = range.split('/');
  if (isIP(address) === 4) return { family: 4, prefix: Number(text ?? 32) };
  const prefix = Number(text ?? 128);
  const isMapped = new URL(`http://[${address}]`).hostname.startsWith('[::ffff:');
  return isMapped && prefix >= 96 ? { family: 4, prefix: prefix - 96 } : { family: 6, prefix };
}
