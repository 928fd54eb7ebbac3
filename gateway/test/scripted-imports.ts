import { Import, ImportsServiceService } from '@pii-vault/proto/vault/v1/imports';
import { fakeRpc } from './fake-services.ts';

const stored = Import.fromPartial({
  id: 12n,
  companyId: 1n,
  status: 'running',
  perSecond: 850.46,
  createdAt: new Date('2026-11-21T08:00:00.000Z'),
});

/** Imports of the vault: one that runs, with a refused row. */
export const scriptedImports = fakeRpc(ImportsServiceService, {
  getImport: async () => ({ import: stored, hold: undefined }),
  mapImport: async () => ({ import: stored }),
  retryImport: async () => ({ import: stored }),
  countHeldImports: async () => ({ count: 1n, oldest: stored }),
  listImports: async () => ({ imports: [stored], nextBeforeId: 0n }),
  cancelImport: async () => ({ import: stored }),
  listImportCorrections: async () => ({
    companyId: 1n,
    individualIds: [48213n, 48300n],
    nextAfterIndividualId: 0n,
  }),
  listImportErrors: async () => ({
    errors: [
      {
        row: 17n,
        line: 18n,
        sheetRow: 0n,
        column: 'aadhaar',
        reason: 'FIELD_INVALID',
        message: 'The checksum is wrong',
      },
    ],
    nextAfterId: 17n,
  }),
});
