/** One process's certificate for both directions. PEM; the chain names the services of the process as DNS names. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** The authority that signs every process of the vault, and nothing else. */
  readonly ca: string;
}
