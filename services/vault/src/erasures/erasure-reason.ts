import type { TextForm } from '@pii-vault/platform/domain/text-keys/sealed-text';
import { textForm } from '../keys/text-form.ts';

/** Where the reason of an erasure stands, bound into its AAD. */
export const erasureReasonForm = (companyId: number, individualId: number): TextForm =>
  textForm(companyId, 'erasure reason', individualId);
