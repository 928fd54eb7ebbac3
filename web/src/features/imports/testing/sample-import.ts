import type { Import, ImportHold } from '@pii-vault/contract/imports/imports-schema';
import { exampleRow } from '../../../testing/examples.ts';

/** A running import of company 1. */
export const runningImport: Import = {
  ...exampleRow('GET /imports'),
  ...{ bytesTotal: 1000, bytesRead: 250, perSecond: 600 },
};

export const doneImport: Import = {
  ...runningImport,
  status: 'done',
  bytesRead: 1000,
  processed: 8000,
  accepted: 7990,
  finishedAt: '2026-11-21T08:00:01.000Z',
};

export const heldImport: Import = {
  ...runningImport,
  status: 'needs_mapping',
  bytesRead: 18,
  processed: 0,
  accepted: 0,
  rejected: 0,
};

type HeldColumn = ImportHold['columns'][number];

/** A column of a held file; without `more` it has neither target nor suggestion. */
export const heldColumn = (name: string, more: Partial<HeldColumn> = {}): HeldColumn => ({
  name,
  target: null,
  suggestion: null,
  mayStateRefusal: false,
  samples: [],
  ...more,
});

/** The questions of a held import: one column is known, one has a suggestion, one has neither. */
export const sampleHold: ImportHold = {
  titleLines: 3,
  purposes: ['kyc'],
  columns: [
    heldColumn('Customer Name', { target: 'name', samples: ['XXXX-MASKED'] }),
    heldColumn('Kennung', { suggestion: 'pan', samples: ['XXXXX234F'] }),
    heldColumn('Branch', { samples: ['XXXX-MASKED'] }),
  ],
  dates: null,
};
