import { defineConfig, secret } from '@pii-vault/platform/core/config/config';
import type { Secret } from '@pii-vault/platform/core/config/secret';
import { z } from 'zod';
import { isPlace } from './outside/open-lines.ts';

/** A path, or `s3://bucket/name`. */
const place = z.string().min(1).refine(isPlace, 'A path, or s3://bucket/name');

export const auditConfig = defineConfig(
  'AUDIT',
  {
    /**
     * Path or `s3://bucket/name` to which each signed checkpoint is appended, where the owner of the database cannot
     * write. Without it, the checkpoints are only in the database: a rollback of the whole database is not detected.
     */
    checkpointFile: place.optional(),
    /**
     * Path or `s3://bucket/name` to which each final revocation and deletion is appended (ids, no values), so that a
     * restored backup does not undo it. Must be on another disk than the database.
     */
    revocationFile: place.optional(),
    /** 32 bytes as base64: the HMAC key that authenticates that list against additions and omissions. */
    revocationKey: secret().optional(),
    /** Region of the object storage; unset: resolved by the AWS SDK. */
    s3Region: z.string().min(1).optional(),
    /** Endpoint of an object storage with S3's interface in place of AWS. */
    s3Endpoint: z.url().optional(),
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
