import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Options of the server for a ceremony (WebAuthn, PublicKeyCredential…OptionsJSON). */
type Options = Readonly<Record<string, unknown>>;

/** Asks the browser to create a passkey. @throws DOMException-like errors; `isCancelled` recognises a cancellation */
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

/** Checks the required members (WebAuthn, 5.1.9); the others are optional. */
function isCreation(options: Options): options is Options & PublicKeyCredentialCreationOptionsJSON {
  const { challenge, rp, user, pubKeyCredParams } = options;
  return (
    typeof challenge === 'string' &&
    typeof rp === 'object' &&
    typeof user === 'object' &&
    Array.isArray(pubKeyCredParams)
  );
}

/** Checks the only required member (WebAuthn, 5.1.10). */
function isRequest(options: Options): options is Options & PublicKeyCredentialRequestOptionsJSON {
  return typeof options.challenge === 'string';
}

/** Whether the device already has a passkey of this user (excludeCredentials; WebAuthn, 5.1.3). */
export const isKnown = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

/** Whether the user cancelled the browser's dialog, or it timed out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
