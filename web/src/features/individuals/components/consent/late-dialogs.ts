import { lateDialog } from '../../../../routing/late-part.tsx';

/** Loaded when they open: forms are not part of the screen. */
export const GiveDialog = lateDialog(async () => (await import('./give-dialog.tsx')).GiveDialog);
export const WithdrawManyDialog = lateDialog(
  async () => (await import('./withdraw-many-dialog.tsx')).WithdrawManyDialog,
);
export const EraseManyDialog = lateDialog(
  async () => (await import('./erase-many-dialog.tsx')).EraseManyDialog,
);
export const ExportManyDialog = lateDialog(
  async () => (await import('./export-many-dialog.tsx')).ExportManyDialog,
);
