import type { Page } from 'playwright-core';

/** An authenticator that is built into the device, as the browser's own tests use it (WebAuthn, section 11). */
export interface VirtualAuthenticator {
  /** Whether it recognises its user from now on. */
  setVerified(isVerified: boolean): Promise<void>;
  /** The sites that it holds passkeys of. */
  sites(): Promise<(string | undefined)[]>;
  /** It loses its passkeys, as a device that was set up again. */
  forget(): Promise<void>;
}

/** Gives the browser of this page an authenticator; without one it would ask its user for one. */
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
