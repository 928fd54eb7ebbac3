import { domainToASCII } from 'node:url';
import { maskMailbox } from './mask-forms.ts';
import { plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

// RFC 5321 dot-atom with RFC 6531 letters. Quoted local parts are legal and, outside of tests, always a mistake.
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

// Mailboxes in which dots do not count, and those in which everything after a plus is a note of the owner.
const googleDomains = new Set(['gmail.com', 'googlemail.com']);
const plusTagDomains = new Set([
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'me.com',
  'fastmail.com',
  'proton.me',
  'protonmail.com',
  'zoho.com',
  'zohomail.in',
]);

const split = (address: string): [string, string] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
};

const lower = (text: string) => text.normalize('NFKC').toLowerCase();

/** Lower case, with the domain in its DNS form, so that both scripts of a domain give one address. */
function oneForm(address: string): string {
  const [user, host] = split(address);
  return `${lower(user)}@${asciiDomain(host)}`;
}

function isDomain(text: string): boolean {
  const labels = text.split('.');
  const top = labels.at(-1) ?? '';
  return (
    labels.length > 1 && labels.every((part) => label.test(part)) && !/^\p{N}*$/u.test(top) && isName(text)
  );
}

/** Whether the domain has valid lengths (RFC 1035, section 2.3.4) and no undecodable `xn--` label. */
function isName(domain: string): boolean {
  const ascii = asciiDomain(domain);
  return ascii !== '' && ascii.length <= 253 && ascii.split('.').every((part) => part.length <= 63);
}

/** Where the mail arrives: lower case, Google's dots and the providers' +tags dropped. */
function mailbox(canonical: string): string | null {
  const [user, host] = split(oneForm(canonical));
  const domain = googleDomains.has(host) ? 'gmail.com' : host;
  const untagged = plusTagDomains.has(domain) ? (user.split('+')[0] ?? '') : user;
  const kept = domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged;
  return kept === '' || domain === '' ? null : `${kept}@${domain}`;
}

/** An address as RFC 5321 allows it (64 + 1 + 189 characters at most), trimmed, its case kept. */
export const email: TypeRules<'email'> = {
  type: 'email',
  canonicalise(plain) {
    const text = plainText(plain, { subject: 'The e-mail address', maxLength: 254, kind: 'identifier' });
    if (!text.ok) return text;
    const [user, host] = split(text.value);
    const isAddress = user.length <= 64 && localPart.test(user) && isDomain(host);
    return isAddress
      ? accept(text.value)
      : refuse('EMAIL_FORMAT', 'The e-mail address is not a valid address');
  },
  matchForm: mailbox,
  indexForm: oneForm,
  mask(canonical) {
    const [user, host] = split(canonical);
    return maskMailbox(user, host);
  },
};

/** A domain as the name system has it, lower case and with `xn--` labels (UTS 46); '' for a text that cannot be one. */
function asciiDomain(domain: string): string {
  const lower = domain.normalize('NFKC').toLowerCase();
  return /^[a-z0-9.-]*$/.test(lower) && !/(^|\.)xn--/.test(lower) ? lower : domainToASCII(lower);
}
