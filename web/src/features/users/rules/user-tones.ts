import type { User } from '@pii-vault/contract/users/users-schema';
import type { Tone } from '../../../ui/status-badge.tsx';

export const statusTones: Readonly<Record<User['status'], Tone>> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'error',
};
