import { invalidArgument } from '../core/errors/app-error.ts';

/** A plain mail, with an HTML alternative if given. */
export interface Mail {
  /** One bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Message-ID, in angle brackets: a repeated mail has the same. The mail server creates it when absent. */
  readonly messageId?: string;
}

/** Port. Resolves when the next hop accepted the mail. */
export interface Mailer {
  /** Whether there is a mail server other than a mailbox on this machine. */
  readonly isOnServer?: boolean;
  /** @throws AppError UNAVAILABLE when the mail was not accepted, INVALID_ARGUMENT for a bad address */
  send(mail: Mail): Promise<void>;
}

const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

/** Refuses text that could add a recipient or a header. */
export function checkMail(mail: Mail): void {
  if (!ADDRESS.test(mail.to) || mail.to.length > 254)
    throw invalidArgument('INVALID_ADDRESS', 'This is not a mail address');
  if (/[\r\n]/.test(mail.subject)) throw invalidArgument('INVALID_SUBJECT', 'A subject must be one line');
}

/**
 * A name as a mail shows it. Mail programs make links of what looks like a host or an address, and a user's name is
 * chosen by another user. Hosts are also written with the dots \u3002, \uff0e and \uff61 (UTS #46, section 2.3).
 */
export const nameInMail = (name: string): string => name.replace(/[.\u3002\uff0e\uff61:/@\\](?=\S)/g, '$& ');
