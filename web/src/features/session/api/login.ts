import { client } from '../../../client/client.ts';
import { collectFingerprint } from '../device-fingerprint.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** @throws Problem; its texts for the user are in login-message.ts */
export const login = async (credentials: Credentials) =>
  client.call('POST /auth/login', {
    body: { ...credentials, deviceFingerprint: await collectFingerprint() },
  });
