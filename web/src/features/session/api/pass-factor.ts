import { takePasskey } from '../../../session/passkey.ts';
import { stepClient } from './step-client.ts';

/** What is typed, or 'passkey'. */
export type GivenFactor = { code: string } | { recoveryCode: string } | 'passkey';

/** Gives the second factor of a session. @returns its user, now with permissions */
export async function passFactor(token: string, given: GivenFactor) {
  const api = stepClient(token);
  const body =
    given === 'passkey'
      ? { passkey: await takePasskey(await api.call('POST /auth/factors/challenge')) }
      : given;
  return (await api.call('POST /auth/second-factor', { body })).user;
}
