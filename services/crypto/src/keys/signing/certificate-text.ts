import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { certificateText } from '../../errors.ts';

const MAX_STATEMENT_BYTES = 4096;

/** Services that certify, each its own kind: none can make the certificate of another. */
const KINDS: Partial<Record<ServiceName, 'erasure' | 'access_review'>> = {
  vault: 'erasure',
  compliance: 'access_review',
};

/**
 * Name of the certificate key: the first line of the signed text. Contains no space and no plus, as signed-note
 * requires.
 */
export function certificateKeyName(keyId: string): string {
  return `pii-vault-${keyId.slice(0, 8)}/certificates`;
}

/**
 * Composes the text of a certificate: lines that each end with LF. They hold the key's name, the statement as one line
 * of JSON, and for an erasure the time until which an earlier copy can be opened, because the epoch key of its keys
 * still exists.
 * @throws AppError INVALID_ARGUMENT CERTIFICATE_TEXT for a statement that is not JSON about the company, or of a kind
 * that the signer does not certify
 */
export function composeCertificate(
  keyName: string,
  one: {
    readonly companyId: number;
    readonly signer: ServiceName;
    readonly statement: Buffer;
    readonly copiesOpenUntil: Date;
  },
): Buffer {
  const { companyId, signer, statement, copiesOpenUntil } = one;
  if (statement.length > MAX_STATEMENT_BYTES) throw certificateText('The statement is too long');
  const text = decode(statement);
  const stated = membersOf(text);
  if (stated.companyId !== companyId) throw certificateText('The statement is about another company');
  const kind = KINDS[signer];
  if (kind === undefined || stated.certificate !== kind)
    throw certificateText('The statement is of a kind that this service does not certify');
  const bound = kind === 'erasure' ? `copies-open-until ${copiesOpenUntil.toISOString()}\n` : '';
  return Buffer.from(`${keyName}\n${text}\n${bound}`);
}

function decode(statement: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(statement);
  } catch {
    throw certificateText('The statement is not UTF-8');
  }
}

function membersOf(text: string): { readonly companyId?: unknown; readonly certificate?: unknown } {
  try {
    const parsed: unknown = JSON.parse(text);
    // Accepts canonical JSON only: one line, no repeated key, nothing that a parser may skip.
    return typeof parsed === 'object' && parsed !== null && JSON.stringify(parsed) === text ? parsed : {};
  } catch {
    throw certificateText('The statement is not JSON');
  }
}
