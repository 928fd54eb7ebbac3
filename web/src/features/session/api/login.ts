import { client } from '../../../client/client.ts';
import { readLanguage } from '../../../i18n/i18n.ts';
import { collectFingerprint } from '../device-fingerprint.ts';
import { BlockedHere } from '../login-message.ts';

export interface Credentials {
  email: string;
  password: string;
  /** From the mail that 'Additional verification required' speaks of. */
  code?: string;
}

/** Above this the browser itself refuses, where the deployment enforces login risk. */
const RISK_MAX = 70;

/** @throws Problem or BlockedHere; their texts for the user are in login-message.ts */
export async function login(credentials: Credentials) {
  const deviceFingerprint = await collectFingerprint();
  if (deviceFingerprint.riskScore > RISK_MAX) {
    const { loginRisk } = await client.call('GET /auth/setup-status');
    if (loginRisk === 'enforce') throw new BlockedHere();
  }
  return client.call('POST /auth/login', {
    body: { ...credentials, deviceFingerprint, language: readLanguage() },
  });
}
