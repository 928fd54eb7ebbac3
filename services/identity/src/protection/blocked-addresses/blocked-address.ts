import {
  addressRanges,
  isAddressRange,
  isInRanges,
  isLoopback,
} from '@pii-vault/platform/core/net/address-ranges';
import { findIdentifiers } from '@pii-vault/platform/domain/free-text/find-identifiers';
import type { BlockedAddress as ProtoBlock } from '@pii-vault/proto/identity/v1/security';
import { invalid } from '../../errors.ts';

/** A blocked address or range. */
export interface BlockedAddress {
  readonly id: number;
  readonly ipAddress: string;
  readonly reason: string;
  /** null: until it is unblocked. */
  readonly blockedUntil: Date | null;
  readonly createdAt: Date;
}

export interface BlockInput {
  readonly ipAddress: string;
  readonly reason: string;
  readonly blockedUntil: Date | undefined;
  /** The caller confirms that its own address may be in the block. */
  readonly confirm: boolean;
}

const MAX_REASON = 200;

/**
 * The canonical form of an address or range: trimmed, lower case. @throws AppError INVALID_BLOCK, with a message for
 * the form
 */
export function checkAddress(text: string): string {
  // IPv4 in IPv6 counts as IPv4.
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^::ffff:(?=[\d.]+$)/, '');
  if (!isAddressRange(address)) throw refused('ipAddress', 'Please enter a valid IP address');
  // Loopback and the proxy: from there a block can always be removed.
  const [first = ''] = address.split('/');
  const holdsLoopback = ['127.0.0.1', '::1'].some((own) => isInRanges(addressRanges([address]), own));
  if (isLoopback(first) || holdsLoopback)
    throw refused('ipAddress', "The server's own address cannot be blocked");
  return address;
}

/** @throws AppError INVALID_BLOCK */
export function checkBlock(input: BlockInput, now: number): BlockInput {
  const ipAddress = checkAddress(input.ipAddress);
  const reason = input.reason.normalize('NFC').trim();
  if (reason === '' || reason.length > MAX_REASON)
    throw refused('reason', `A reason of at most ${MAX_REASON} characters is required`);
  // A block belongs to no company, so there is no key to encrypt its reason: the reason must contain no identifier.
  if (findIdentifiers(reason).length > 0)
    throw refused('reason', 'Leave out identifiers of people, such as phone numbers and e-mail addresses');
  if (input.blockedUntil !== undefined && input.blockedUntil.getTime() <= now)
    throw refused('blockedUntil', 'The end of the block is in the past');
  return { ...input, ipAddress, reason };
}

function refused(path: string, message: string) {
  return invalid('INVALID_BLOCK', [{ path, message }]);
}

export function toProto(block: BlockedAddress): ProtoBlock {
  return { ...block, blockedUntil: block.blockedUntil ?? undefined };
}
