import { setNomineeSchema } from '@pii-vault/contract/principals/principals-schema';
import { z } from 'zod';

const nominee = setNomineeSchema.shape.nominees.element;

/** The relationship is a legal statement: the form starts without one. */
export const nomineeFormSchema = setNomineeSchema.extend({
  nominees: z.array(nominee.extend({ relationship: z.string().pipe(nominee.shape.relationship) })).max(5),
});
export const emptyNominee = { name: '', relationship: '' };
