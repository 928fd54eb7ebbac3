import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** What the server gives for a ceremony; the browser's library knows its parts. */
type Options = Readonly<Record<string, unknown>>;

/** Asks the browser to make a passkey. @throws DOMException-like errors; isCancelled tells those of the user */
export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { response, ...rest } = await startRegistration({ optionsJSON });
  return { ...rest, response: { ...response } };
}

/** Asks the browser for a passkey of the user. @throws as makePasskey */
export async function takePasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { response, ...rest } = await startAuthentication({ optionsJSON });
  return { ...rest, response: { ...response } };
}

/** The user closed the browser's question, or let it run out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
