import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { LinkAgreement } from '@pii-vault/contract/link-agreements/link-agreements-schema';
import type { Permission } from '@pii-vault/contract/permissions';

export type StepState = 'done' | 'next' | 'later';

export interface Step {
  key: 'companies' | 'agreement' | 'import' | 'look' | 'verify';
  to: string;
  permission: Permission;
  state: StepState;
}

interface VaultState {
  companies: readonly Company[];
  /** undefined if the user may not read them. */
  agreements: readonly LinkAgreement[] | undefined;
}

/** Linking needs two companies. */
const COMPANIES_WANTED = 2;

export const holdsPeople = (companies: readonly Company[]): boolean =>
  companies.some((company) => company.individuals > 0);

/** Setup steps of an empty vault with their state. The first undone step is the next one. */
export function stepsOf({ companies, agreements }: VaultState): readonly Step[] {
  const hasPeople = holdsPeople(companies);
  const steps: ReadonlyArray<Omit<Step, 'state'> & { isDone: boolean }> = [
    {
      key: 'companies',
      to: '/companies?new=1',
      permission: 'company:create',
      isDone: companies.length >= COMPANIES_WANTED,
    },
    {
      key: 'agreement',
      to: '/companies?link=any',
      permission: 'company:manage',
      isDone: agreements?.some((agreement) => agreement.isLive) ?? false,
    },
    { key: 'import', to: '/imports?new=1', permission: 'pii:write', isDone: hasPeople },
    { key: 'look', to: '/individuals', permission: 'pii:read', isDone: hasPeople },
    { key: 'verify', to: '/audit', permission: 'audit:read', isDone: false },
  ];
  const next = steps.find((step) => !step.isDone)?.key;
  return steps.map(({ isDone, ...step }) => ({
    ...step,
    state: isDone ? 'done' : step.key === next ? 'next' : 'later',
  }));
}

/** Whether a step can be taken now: linking needs two companies, importing one, the other steps need people. */
export function isOpen(step: Step, { companies }: VaultState): boolean {
  if (step.key === 'agreement') return companies.length >= COMPANIES_WANTED;
  if (step.key === 'import') return companies.length > 0;
  return step.key === 'companies' || step.key === 'verify' || holdsPeople(companies);
}
