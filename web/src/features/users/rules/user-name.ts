import type { User } from '@pii-vault/contract/users/users-schema';

export const userName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;
