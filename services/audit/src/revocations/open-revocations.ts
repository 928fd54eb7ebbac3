import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { auditConfig } from '../config.ts';
import { type RevocationFile, revocationFile } from './revocation-file.ts';

/** The list outside the database; undefined when none is configured. */
export function openRevocations({
  revocationFile: path,
  revocationKey: key,
}: Pick<ConfigOf<typeof auditConfig>, 'revocationFile' | 'revocationKey'>): RevocationFile | undefined {
  if (path === undefined || key === undefined) return undefined;
  return revocationFile(path, Buffer.from(key.reveal(), 'base64'));
}
