import type { TextForm } from '@pii-vault/platform/domain/text-keys/sealed-text';
import { textForm } from '../keys/text-form.ts';
import type { Approval } from './approval.ts';

/** Where the reason of a request stands, bound into its AAD. */
export const approvalReasonForm = (companyId: number, approvalId: number): TextForm =>
  textForm(companyId, 'approval reason', approvalId);

/** The approval as the entry of reading its reason names it. */
export const reasonedApproval = ({ companyId, id }: Approval) => ({ companyId, entryId: id });
