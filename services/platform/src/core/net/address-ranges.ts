import { BlockList, isIP } from 'node:net';

/** Addresses and CIDR ranges (RFC 4632, RFC 4291), IPv4 or IPv6. */
export type AddressRanges = BlockList;

/** @throws Error naming the invalid range */
export function addressRanges(ranges: readonly string[]): AddressRanges {
  const list = new BlockList();
  for (const range of ranges) {
    if (!isAddressRange(range)) throw new Error(`${range} is not an address or CIDR range`);
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0 || address.includes('%')) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (kind === 4 ? 32 : 128);
}

/** Whether an address is in one of the ranges; false for invalid addresses. */
export function isInRanges(list: AddressRanges, address: string): boolean {
  const kind = isIP(address);
  return kind !== 0 && list.check(address, kind === 4 ? 'ipv4' : 'ipv6');
}

const loopback = addressRanges(['127.0.0.0/8', '::1']);
export const isLoopback = (address: string): boolean => isInRanges(loopback, address);
