import type { Page } from 'playwright-core';

/** A virtual platform authenticator (WebAuthn, section 11). */
export interface VirtualAuthenticator {
  /** Sets whether it verifies its user from now on. */
  setVerified(isVerified: boolean): Promise<void>;
  /** The sites for which it holds passkeys. */
  sites(): Promise<(string | undefined)[]>;
  /** Deletes its passkeys, like a device after a reset. */
  forget(): Promise<void>;
}

/** Adds an authenticator to the browser of this page; without one, the browser would ask its user. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    sites: async () => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ rpId }) => rpId);
    },
    forget: async () => {
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
