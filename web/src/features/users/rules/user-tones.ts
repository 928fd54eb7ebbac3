import type { LiveSession } from '@pii-vault/contract/auth/tokens-schema';
import type { User } from '@pii-vault/contract/users/users-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

export const statusTones: Readonly<Record<User['status'], Tone>> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'error',
};

const roleTones: Readonly<Record<string, Tone>> = { super_admin: 'accent', admin: 'info' };
export const roleTone = (role: string): Tone => roleTones[role] ?? 'neutral';

export const accessTones: Readonly<Record<LiveSession['kind'], Tone>> = {
  login: 'neutral',
  api_token: 'info',
  demo_token: 'info',
  api_credential: 'accent',
};
