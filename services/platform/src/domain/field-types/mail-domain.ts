import { domainToASCII } from 'node:url';

/** A domain as the name system has it, lower case and with `xn--` labels (UTS 46); '' for a text that cannot be one. */
export function asciiDomain(domain: string): string {
  const lower = domain.normalize('NFKC').toLowerCase();
  return /^[a-z0-9.-]*$/.test(lower) && !/(^|\.)xn--/.test(lower) ? lower : domainToASCII(lower);
}
