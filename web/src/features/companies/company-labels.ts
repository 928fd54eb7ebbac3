import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Tone } from '../../ui/status-badge.tsx';

const tierTones: Readonly<Record<string, Tone>> = {
  primary: 'accent',
  healthcare: 'info',
  finance: 'warning',
};

/** Other tier values get a neutral colour. */
export const tierTone = (tier: string): Tone => tierTones[tier] ?? 'neutral';

const statusTones: Readonly<Record<Company['status'], Tone>> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'error',
};
export const statusTone = (status: Company['status']): Tone => statusTones[status];
