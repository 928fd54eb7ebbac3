import { openText, type TextForm } from '@pii-vault/platform/text-keys/sealed-text';
import type { CompanyKeys } from '../keys/company-keys.ts';
import { textForm } from '../keys/text-form.ts';
import type { StoredApproval } from './approvals-store.ts';

/** Where the reason of a request stands, bound into its AAD. */
export const reasonForm = (companyId: number, approvalId: number): TextForm =>
  textForm(companyId, 'approval reason', approvalId);

export const openReason = (keys: CompanyKeys, { companyId, id, reason }: StoredApproval): Promise<string> =>
  openText(keys.texts, reasonForm(companyId, id), reason);
