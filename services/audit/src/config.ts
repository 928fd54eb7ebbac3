import { defineConfig } from '@pii-vault/platform/config/config';
import { z } from 'zod';

export const auditConfig = defineConfig('AUDIT', {
  /**
   * File to which every signed checkpoint is appended, on a disk that the owner of the database cannot write.
   * Without it the checkpoints are in the database alone, and a rollback of all of it goes unnoticed.
   */
  checkpointFile: z.string().min(1).optional(),
});
