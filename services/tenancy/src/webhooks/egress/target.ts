import { isIP } from 'node:net';
import { invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import { isAllowedAddress, type TargetRules } from './target-rules.ts';

const MAX_LENGTH = 2_048;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;
/** Lower ports belong to other protocols, which a POST could be made to speak. */
const FIRST_FREE_PORT = 1_024;
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa)$/;

/**
 * Parses the address of a webhook like a browser (so that 0x7f.1 and 2130706433 are 127.0.0.1). The addresses of a name
 * are checked when a connection is made (pinnedLookup).
 * @throws AppError INVALID_ARGUMENT TARGET_REFUSED
 */
export function targetOf(text: string, rules: TargetRules): URL {
  const url = URL.canParse(text) && text.length <= MAX_LENGTH ? new URL(text) : undefined;
  if (url === undefined) throw targetRefused('Please enter a valid URL');
  if (url.protocol !== 'https:' && !(rules.allowsHttp && url.protocol === 'http:'))
    throw targetRefused('The address has to begin with https://');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw targetRefused('The address must hold neither credentials nor a fragment');
  if (!isPort(url)) throw targetRefused('The port must be 443, or 1024 or above');
  const address = literalOf(url);
  const name = url.hostname.replace(/\.$/, '');
  const isAllowed =
    address === undefined
      ? rules.isExcepted('127.0.0.1') || (name.includes('.') && !LOCAL_NAME.test(name))
      : isAllowedAddress(rules, address);
  if (!isAllowed) throw targetRefused('This address is not on the public internet');
  return url;
}

/** The IP address in a URL without a host name. */
export function literalOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 ? undefined : address;
}

export const targetRefused = (message: string) =>
  invalidArgument('TARGET_REFUSED', message, { details: [{ path: 'url', message }] });

function isPort({ port, protocol }: URL): boolean {
  if (port === '') return true;
  const number = Number(port);
  return number >= FIRST_FREE_PORT || number === (protocol === 'https:' ? HTTPS_PORT : HTTP_PORT);
}
