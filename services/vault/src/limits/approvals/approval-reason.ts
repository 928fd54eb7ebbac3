import type { TextForm } from '@pii-vault/platform/domain/text-keys/sealed-text';
import { textForm } from '../../keys/company-keys/text-form.ts';
import type { Approval } from './approval.ts';

/** AAD of the reason of a request. */
export const approvalReasonForm = (companyId: number, approvalId: number): TextForm =>
  textForm(companyId, 'approval reason', approvalId);

/** The approval's object id in the entry that records reading its reason. */
export const reasonedApproval = ({ companyId, id }: Approval) => ({ companyId, entryId: id });
