/** A plain mail, with an HTML alternative if given. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Port. Resolves when the next hop accepted the mail. */
export interface Mailer {
  /** @throws AppError UNAVAILABLE when the mail could not be handed over, INVALID_ARGUMENT for a bad address */
  send(mail: Mail): Promise<void>;
}
