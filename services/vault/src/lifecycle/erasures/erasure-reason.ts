import type { TextForm } from '@pii-vault/platform/domain/text-keys/sealed-text';
import { textForm } from '../../keys/company-keys/text-form.ts';

/** AAD of the reason of an erasure. */
export const erasureReasonForm = (companyId: number, individualId: number): TextForm =>
  textForm(companyId, 'erasure reason', individualId);
