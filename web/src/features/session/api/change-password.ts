import { client } from '../../../client/client.ts';

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** Every other session of the account ends; this one stays. */
export const changePassword = (body: PasswordChange) => client.call('POST /auth/change-password', { body });
