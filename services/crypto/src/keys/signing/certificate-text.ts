import { certificateText } from '../../errors.ts';

const MAX_STATEMENT_BYTES = 4096;

/**
 * Name of the certificate key: the first line of the signed text. Contains no space and no plus, as signed-note
 * requires.
 */
export function certificateKeyName(keyId: string): string {
  return `pii-vault-${keyId.slice(0, 8)}/certificates`;
}

/**
 * Composes the text of a certificate: three lines that each end with LF. They hold the key's name, the statement as
 * one line of JSON, and the time until which an earlier copy can be opened, because the epoch key of its keys still
 * exists.
 * @throws AppError INVALID_ARGUMENT CERTIFICATE_TEXT for a statement that is not JSON about the company
 */
export function composeCertificate(
  keyName: string,
  one: { readonly companyId: number; readonly statement: Buffer; readonly copiesOpenUntil: Date },
): Buffer {
  const { companyId, statement, copiesOpenUntil } = one;
  if (statement.length > MAX_STATEMENT_BYTES) throw certificateText('The statement is too long');
  const text = decode(statement);
  if (/[\r\n]/.test(text)) throw certificateText('The statement must be one line');
  if (companyOf(text) !== companyId) throw certificateText('The statement is about another company');
  return Buffer.from(`${keyName}\n${text}\ncopies-open-until ${copiesOpenUntil.toISOString()}\n`);
}

function decode(statement: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(statement);
  } catch {
    throw certificateText('The statement is not UTF-8');
  }
}

function companyOf(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    // Accepts canonical JSON only: no repeated key, nothing that a parser may skip.
    if (typeof parsed !== 'object' || parsed === null || JSON.stringify(parsed) !== text) return undefined;
    return 'companyId' in parsed ? parsed.companyId : undefined;
  } catch {
    throw certificateText('The statement is not JSON');
  }
}
