import { Import, ImportsService } from '@pii-vault/proto/vault/v1/imports';
import { fakeRpc } from './fake-services.ts';

const stored = Import.fromPartial({
  id: 12,
  companyId: 1,
  status: 'running',
  perSecond: 850.5,
  createdAt: new Date('2026-11-21T08:00:00.000Z'),
});

/** Imports of the vault: one that runs, with a refused row. */
export const scriptedImports = fakeRpc(ImportsService, {
  getImport: async () => ({ import: stored }),
  mapImport: async () => ({ import: stored }),
  retryImport: async () => ({ import: stored }),
  listImports: async () => ({ imports: [stored] }),
  cancelImport: async () => ({ import: stored }),
  listImportCorrections: async () => ({
    companyId: 1,
    individualIds: [48213, 48300],
    nextAfterIndividualId: 0,
  }),
  listImportErrors: async () => ({
    errors: [
      {
        row: 17,
        line: 18,
        column: 'aadhaar',
        reason: 'FIELD_INVALID',
        message: 'The checksum is wrong',
      },
    ],
    nextCursor: '17',
  }),
});
