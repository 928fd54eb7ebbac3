import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** What the server gives for a ceremony (WebAuthn, PublicKeyCredential…OptionsJSON). */
type Options = Readonly<Record<string, unknown>>;

/** Asks the browser to make a passkey. @throws DOMException-like errors; isCancelled tells those of the user */
export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  if (!isCreation(options)) throw new Error('The server gave no options to make a passkey');
  const { response, ...rest } = await startRegistration({ optionsJSON: options });
  return { ...rest, response: { ...response } };
}

/** Asks the browser for a passkey of the user. @throws as makePasskey */
export async function takePasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  if (!isRequest(options)) throw new Error('The server gave no options to ask for a passkey');
  const { response, ...rest } = await startAuthentication({ optionsJSON: options });
  return { ...rest, response: { ...response } };
}

/** Checks the required members of WebAuthn, 5.1.9; the library reads the others where they are. */
function isCreation(options: Options): options is Options & PublicKeyCredentialCreationOptionsJSON {
  const { challenge, rp, user, pubKeyCredParams } = options;
  return (
    typeof challenge === 'string' &&
    typeof rp === 'object' &&
    typeof user === 'object' &&
    Array.isArray(pubKeyCredParams)
  );
}

/** Checks the one required member of WebAuthn, 5.1.10. */
function isRequest(options: Options): options is Options & PublicKeyCredentialRequestOptionsJSON {
  return typeof options.challenge === 'string';
}

/** The device holds one of the passkeys that the server named as known (WebAuthn, 5.1.3). */
export const isKnown = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

/** The user closed the browser's question, or let it run out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
