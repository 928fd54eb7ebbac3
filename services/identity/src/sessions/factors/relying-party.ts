import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import { wrongFactor } from '../../errors.ts';
import { CHALLENGE_LIFE_MS } from './challenge-store.ts';
import type { StoredPasskey } from './factor-store.ts';
import { readAssertion, readRegistration } from './passkey-response.ts';

/** Algorithms of authenticators; for others the library makes Node print a warning about experimental features. */
const supportedAlgorithmIDs = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

interface PasskeyUser {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export type NewPasskey = Omit<StoredPasskey, 'id'>;

/**
 * The vault as WebAuthn relying party (Level 3): host and origin of the console's address. User verification is always
 * required.
 */
export interface RelyingParty {
  registration(
    user: PasskeyUser,
    kept: readonly StoredPasskey[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** @throws AppError WRONG_FACTOR for every invalid response */
  registered(response: string, challenge: string): Promise<NewPasskey>;
  assertion(kept: readonly StoredPasskey[]): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** @returns the passkey that signed, and its new counter @throws AppError WRONG_FACTOR for every invalid response */
  asserted(
    response: string,
    challenge: string,
    kept: readonly StoredPasskey[],
  ): Promise<{ readonly passkey: StoredPasskey; readonly counter: number }>;
}

interface Site {
  readonly rpID: string;
  readonly origin: string;
}

export function relyingParty(consoleUrl: string): RelyingParty {
  const { hostname: rpID, origin } = new URL(consoleUrl);
  return { ...registrations({ rpID, origin }), ...assertions({ rpID, origin }) };
}

function listed(kept: readonly StoredPasskey[]) {
  return kept.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    transports: [...transports],
  }));
}

function registrations({ rpID, origin }: Site): Pick<RelyingParty, 'registration' | 'registered'> {
  return {
    registration: (user, kept) =>
      generateRegistrationOptions({
        rpName: 'PII Vault',
        rpID,
        userID: new TextEncoder().encode(`pii-vault-user-${user.id}`),
        userName: user.email,
        userDisplayName: `${user.firstName} ${user.lastName}`,
        timeout: CHALLENGE_LIFE_MS,
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: listed(kept),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      }),
    async registered(response, expectedChallenge) {
      const given = readRegistration(response);
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: given,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).catch(refused);
      if (!verified) throw wrongFactor();
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        credentialId: Buffer.from(id, 'base64url'),
        publicKey: Buffer.from(publicKey),
        counter,
        transports: given.response.transports ?? [],
      };
    },
  };
}

function assertions({ rpID, origin }: Site): Pick<RelyingParty, 'assertion' | 'asserted'> {
  return {
    assertion: (kept) =>
      generateAuthenticationOptions({
        rpID,
        timeout: CHALLENGE_LIFE_MS,
        allowCredentials: listed(kept),
        userVerification: 'required',
      }),
    async asserted(response, expectedChallenge, kept) {
      const given = readAssertion(response);
      const passkey = kept.find(({ credentialId }) => credentialId.toString('base64url') === given.id);
      if (passkey === undefined) throw wrongFactor();
      const { publicKey, counter } = passkey;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: given,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: { id: given.id, publicKey: new Uint8Array(publicKey), counter },
        requireUserVerification: true,
      }).catch(refused);
      if (!verified) throw wrongFactor();
      return { passkey, counter: authenticationInfo.newCounter };
    },
  };
}

function refused(cause: unknown): never {
  throw wrongFactor(cause);
}
