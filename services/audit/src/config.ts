import { defineConfig, secret } from '@pii-vault/platform/core/config/config';
import type { Secret } from '@pii-vault/platform/core/config/secret';
import { z } from 'zod';

export const auditConfig = defineConfig(
  'AUDIT',
  {
    /**
     * File to which each signed checkpoint is appended, on a disk that the owner of the database cannot write. Without
     * it, the checkpoints are only in the database, and a rollback of the whole database is not detected.
     */
    checkpointFile: z.string().min(1).optional(),
    /**
     * File to which each final revocation and deletion is appended (ids, no values), so that a restored backup does not
     * undo it. Must be on another disk than the database.
     */
    revocationFile: z.string().min(1).optional(),
    /** 32 bytes as base64: the HMAC key that authenticates that file against additions and omissions. */
    revocationKey: secret().optional(),
  },
  revocationProblems,
);

function revocationProblems({
  revocationFile: file,
  revocationKey: key,
}: {
  readonly revocationFile?: string | undefined;
  readonly revocationKey?: Secret | undefined;
}): string[] {
  if (file === undefined && key === undefined) return [];
  const bytes = Buffer.from(key?.reveal() ?? '', 'base64').length;
  return [
    ...(file === undefined ? ['AUDIT_REVOCATION_FILE: belongs to AUDIT_REVOCATION_KEY'] : []),
    ...(bytes === 32
      ? []
      : ['AUDIT_REVOCATION_KEY: 32 bytes as base64 are needed with AUDIT_REVOCATION_FILE']),
  ];
}
