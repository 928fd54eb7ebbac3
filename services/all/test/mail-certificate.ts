import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CertificateFiles, makeAuthority } from '@pii-vault/platform/runtime/process/certificates';

/** Certificate of a mail server on localhost, and its authority. */
export interface MailCertificate {
  readonly folder: string;
  /** Path of the authority's certificate, PEM. */
  readonly ca: string;
  readonly files: CertificateFiles;
  remove(): Promise<void>;
}

export async function mailCertificate(): Promise<MailCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-mail-'));
  const authority = await makeAuthority(folder);
  return {
    folder,
    ca: authority.ca,
    files: await authority.issue('mail', ['localhost']),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
