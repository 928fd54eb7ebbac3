import type { Erasure } from '@pii-vault/contract/erasures/erasures-schema';
import { strictBase64 } from '../signed-note/bytes.ts';
import { isSignedBy, parseNote } from '../signed-note/signed-note.ts';

/** Result of checking a certificate: until when earlier backups can be decrypted, or what is wrong. */
export type CertificateVerdict =
  | { readonly isGenuine: true; readonly copiesOpenUntil: string }
  | { readonly isGenuine: false; readonly fault: 'form' | 'signature' | 'other' };

/**
 * Checks a certificate like `scripts/product/verify-certificate`: a signed note (C2SP) of key name, statement and
 * bound, against the key delivered with it. `other`: valid, but about another person.
 */
export async function openCertificate(erasure: Erasure): Promise<CertificateVerdict> {
  const bad = (fault: 'form' | 'signature' | 'other') => ({ isGenuine: false, fault }) as const;
  const note = parseNote(erasure.certificate?.note ?? '');
  const publicKey = strictBase64(erasure.certificate?.publicKey ?? '');
  const [name = '', statement = '', bound = ''] = note?.text.split('\n') ?? [];
  const copiesOpenUntil = /^copies-open-until (\S+)$/.exec(bound)?.[1];
  if (note === undefined || publicKey === undefined || copiesOpenUntil === undefined) return bad('form');
  if (!(await isSignedBy(note, { name, publicKey }))) return bad('signature');
  return isAbout(statement, erasure) ? { isGenuine: true, copiesOpenUntil } : bad('other');
}

function isAbout(statement: string, { companyId, individualId }: Erasure): boolean {
  try {
    const said: unknown = JSON.parse(statement);
    if (typeof said !== 'object' || said === null) return false;
    const { companyId: company, individualId: person, certificate } = said as Record<string, unknown>;
    return company === companyId && person === individualId && certificate === 'erasure';
  } catch {
    return false;
  }
}
