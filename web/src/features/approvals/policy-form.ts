import type { RevealPolicy } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { maxPeople } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import { purposeSchema } from '@pii-vault/contract/scalars';
import { z } from 'zod';

/** The form holds numbers as text. An empty `revealsAbove` or `exportsAbove` means that no approval is needed. */
const limit = z.string().regex(/^\d{1,10}$/, 'A whole number of 0 or more');
const optional = z.string().regex(/^\d{0,10}$/, 'A whole number of 0 or more');
const LINE = /^([^:=]{1,100}?)[\s:=]+(\d{1,10})$/;

const bounded = (text: string): number => Math.min(Number(text), maxPeople);

function budgetOf(line: string): { purpose: string; people: number } | undefined {
  const [, label = '', people = ''] = LINE.exec(line) ?? [];
  const purpose = purposeSchema.safeParse(label);
  return purpose.success ? { purpose: purpose.data, people: bounded(people) } : undefined;
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : line.trim()));

export const policyFormSchema = z.object({
  peoplePerUser: limit,
  peoplePerCredential: limit,
  searchesPerUser: limit,
  searchesPerCredential: limit,
  conflicts: limit,
  revealsAbove: optional,
  exportsAbove: optional,
  hours: z.string().regex(/^([1-9]\d?|1[0-5]\d|16[0-8])$/, '1 to 168 hours'),
  /** A purpose and a number of people per line. */
  byPurpose: z
    .string()
    .refine(
      (text) => linesOf(text).every((line) => budgetOf(line) !== undefined),
      'One purpose and one number per line',
    ),
});
export type PolicyForm = z.output<typeof policyFormSchema>;

type Limits = Omit<RevealPolicy, 'companyId' | 'updatedAt' | 'pending'>;

export function formOf({ byPurpose, bulkApproval, ...policy }: Limits): PolicyForm {
  const { revealsAbove, exportsAbove, hours } = bulkApproval;
  return {
    peoplePerUser: String(policy.peoplePerUser),
    peoplePerCredential: String(policy.peoplePerCredential),
    searchesPerUser: String(policy.searchesPerUser),
    searchesPerCredential: String(policy.searchesPerCredential),
    conflicts: String(policy.conflicts),
    revealsAbove: String(revealsAbove ?? ''),
    exportsAbove: String(exportsAbove ?? ''),
    hours: String(hours),
    byPurpose: byPurpose.map(({ purpose, people }) => `${purpose} ${people}`).join('\n'),
  };
}

const boundedOrNone = (text: string): number | null => (text === '' ? null : bounded(text));

export function policyOf(companyId: number, form: PolicyForm): Omit<RevealPolicy, 'updatedAt' | 'pending'> {
  return {
    companyId,
    peoplePerUser: bounded(form.peoplePerUser),
    peoplePerCredential: bounded(form.peoplePerCredential),
    searchesPerUser: bounded(form.searchesPerUser),
    searchesPerCredential: bounded(form.searchesPerCredential),
    conflicts: bounded(form.conflicts),
    byPurpose: linesOf(form.byPurpose).flatMap((line) => budgetOf(line) ?? []),
    bulkApproval: {
      revealsAbove: boundedOrNone(form.revealsAbove),
      exportsAbove: boundedOrNone(form.exportsAbove),
      hours: Number(form.hours),
    },
  };
}

/** Both values of a changed limit, as text of the form; '' means no limit. */
export interface LimitChange {
  name: keyof PolicyForm;
  from: string;
  to: string;
}

/** Differences between the current limits and the requested ones. */
export function limitChanges(current: Limits, wanted: Limits): LimitChange[] {
  const [from, to] = [formOf(current), formOf(wanted)];
  return (Object.keys(from) as (keyof PolicyForm)[]).flatMap((name) =>
    from[name] === to[name] ? [] : [{ name, from: from[name], to: to[name] }],
  );
}
