import { type Client, createClient } from '@pii-vault/contract/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery } from '../../client/queries.ts';
import { SENT_KEPT_MS } from '../../client/sent-kept.ts';
import { useChange } from '../../client/use-change.ts';
import { readLanguage } from '../../i18n/i18n.ts';
import { makePasskey, takePasskey } from '../../session/passkey.ts';
import { collectFingerprint } from './device-fingerprint.ts';
import { BlockedHere } from './login-message.ts';

export const useSetupStatus = () => useQuery(callQuery('GET /auth/setup-status'));

export interface FirstAdmin {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Production requires a setup code. It is in the fragment (`#code=…`), which browsers do not send to servers. */
export function setupAdmin(admin: FirstAdmin, hash: string) {
  const setupCode = new URLSearchParams(hash.replace(/^#/, '')).get('code');
  return client.call('POST /auth/setup-admin', { body: { ...admin, ...(setupCode ? { setupCode } : {}) } });
}

interface Credentials {
  email: string;
  password: string;
  /** From the e-mail that is sent with the answer 'Additional verification required'. */
  code?: string;
}

/** Above this risk the browser does not send the login, if the deployment enforces login risk. */
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

/** Calls with the token of a restricted session. The token is kept in memory only. */
export const stepClient = (token: string): Client => createClient({ getToken: () => token });

/** The typed code, or 'passkey' to ask the browser for one. */
export type GivenFactor = { code: string } | { recoveryCode: string } | 'passkey';

/** Passes the second factor of a session. @returns its user, with permissions if it lacks nothing else */
export async function passFactor(token: string, given: GivenFactor) {
  const api = stepClient(token);
  const body =
    given === 'passkey'
      ? { passkey: await takePasskey(await api.call('POST /auth/factors/challenge')) }
      : given;
  return await api.call('POST /auth/second-factor', { body });
}

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** Replaces the temporary password of a login. @returns the session after it */
export async function replaceTemporaryPassword(token: string, body: PasswordChange) {
  const api = stepClient(token);
  await api.call('POST /auth/change-password', { body });
  return await api.call('GET /auth/session');
}

/** Ends all other sessions of the account. */
export const changePassword = (body: PasswordChange) => client.call('POST /auth/change-password', { body });

/** The answer is the same whether there is an account or not. */
export const forgotPassword = (email: string) =>
  client.call('POST /auth/forgot-password', { body: { email } });

/** Whether the link of an e-mail is still valid. The check does not use it up. */
export const useResetToken = (token: string) =>
  useQuery({
    ...callQuery('GET /auth/validate-reset-token/{token}', { params: { token } }),
    enabled: token !== '',
  });

/** Sets the password of the account that received the link, and ends all its sessions. */
export const resetPassword = (token: string, password: string) =>
  client.call('POST /auth/reset-password', { body: { token, password } });

/** The user's sessions, tokens and API credential, newest first. */
export const useOwnSessions = () => useQuery(callQuery('GET /auth/sessions'));

const endSession = (id: string) => client.call('DELETE /auth/sessions/{id}', { params: { id } });

export const useEndOwnSession = () => useChange(endSession, ['/auth/sessions'], { alsoWhenRefused: true });

/** Ends each of these sessions. @throws the first refusal, after all were tried */
export const useEndOwnSessions = () =>
  useChange(
    async (ids: readonly string[]) => {
      const outcomes = await Promise.allSettled(ids.map(endSession));
      const refused = outcomes.find((outcome) => outcome.status === 'rejected');
      if (refused) throw refused.reason;
    },
    ['/auth/sessions'],
    { alsoWhenRefused: true },
  );

/** The user's second factors. */
export const useFactors = () => useQuery(callQuery('GET /auth/factors'));

export const useBeginTotp = (api: Client) =>
  useMutation({ mutationFn: () => api.call('POST /auth/factors/totp') });

/** The answer can hold recovery codes, so it does not stay in the cache. So for `useAddPasskey`. */
export const useAddTotp = (api: Client) =>
  useChange(
    (body: { code: string; name: string }) => api.call('POST /auth/factors/totp/confirm', { body }),
    ['/auth/factors'],
    { gcTime: SENT_KEPT_MS },
  );

export const useAddPasskey = (api: Client) =>
  useChange(
    async (name: string) => {
      const response = await makePasskey(await api.call('POST /auth/factors/passkey'));
      return api.call('POST /auth/factors/passkey/confirm', { body: { response, name } });
    },
    ['/auth/factors'],
    { gcTime: SENT_KEPT_MS },
  );

export const useRenameFactor = (id: number) =>
  useChange(
    (name: string) => client.call('PUT /auth/factors/{id}', { params: { id }, body: { name } }),
    ['/auth/factors'],
  );

export const useRemoveFactor = (id: number) =>
  useChange(() => client.call('DELETE /auth/factors/{id}', { params: { id } }), ['/auth/factors']);

export const useRenewRecoveryCodes = () =>
  useChange(() => client.call('POST /auth/factors/recovery-codes'), ['/auth/factors'], {
    gcTime: SENT_KEPT_MS,
  });

export const useDailyMail = () => useQuery(callQuery('GET /auth/daily-mail'));

export const useSetDailyMail = () =>
  useChange((isOn: boolean) => client.call('PUT /auth/daily-mail', { body: { isOn } }), ['/auth/daily-mail']);
