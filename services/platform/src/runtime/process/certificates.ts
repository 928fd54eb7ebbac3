import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Files in PEM form. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** An authority that signs the processes of one vault, for where no other one does (cert-manager, step-ca). */
export interface Authority {
  readonly ca: string;
  /** A certificate for both directions with these DNS names; its key signs no further ones. */
  issue(file: string, dnsNames: readonly string[]): Promise<CertificateFiles>;
  /** Destroys the authority's key, so that no further certificate can be issued. */
  forget(): Promise<void>;
}

/** @param folder readable by the vault's user alone; keys are written 0600 */
export async function makeAuthority(folder: string, name = 'pii-vault processes'): Promise<Authority> {
  const [ca, caKey] = [join(folder, 'ca.pem'), join(folder, 'ca.key')];
  await request(['-subj', `/CN=${name}`, '-keyout', caKey, '-out', ca]);
  return {
    ca,
    async issue(file, dnsNames) {
      const files = { cert: join(folder, `${file}.tls.pem`), key: join(folder, `${file}.tls.key`) };
      const names = ['-subj', `/CN=${file}`, '-addext', `subjectAltName=${dnsNames.map(asDns).join(',')}`];
      const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE'];
      await request([
        ...names,
        ...leaf,
        '-keyout',
        files.key,
        '-out',
        files.cert,
        '-CA',
        ca,
        '-CAkey',
        caKey,
      ]);
      return files;
    },
    forget: () => rm(caKey),
  };
}

const asDns = (name: string) => `DNS:${name}`;

/** ECDSA P-256 for a year. Node makes keys and no certificates: OpenSSL 3 does. */
async function request(args: readonly string[]): Promise<void> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await execute('openssl', ['req', '-x509', ...key, '-days', '365', ...args]).catch((cause: unknown) => {
    throw new Error('openssl made no certificate; is OpenSSL 3 installed?', { cause });
  });
}
