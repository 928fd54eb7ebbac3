import { type ChannelCredentials, credentials, ServerCredentials } from '@grpc/grpc-js';

/** One process's certificate for both directions. PEM; the chain names the services of the process as DNS names. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** The authority that signs every process of the vault, and nothing else. */
  readonly ca: string;
}

/** Without material the channel is plain: for one machine, where nobody else can listen. */
export function channelCredentials(tls: TlsMaterial | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  return credentials.createSsl(Buffer.from(tls.ca), Buffer.from(tls.key), Buffer.from(tls.cert));
}

/** Callers without a certificate of this authority do not get as far as a call. */
export function serverCredentials(tls: TlsMaterial | undefined): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) };
  return ServerCredentials.createSsl(Buffer.from(tls.ca), [pair], true);
}
