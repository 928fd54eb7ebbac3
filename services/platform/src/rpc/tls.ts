import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import { RenewableTls } from './renewable-tls.ts';
import type { TlsMaterial } from './tls-material.ts';

/** Without material the channel is plain text: only for one machine, where no other host can listen. */
export function channelCredentials(tls: TlsMaterial | RenewableTls | undefined): ChannelCredentials {
  if (tls === undefined) return credentials.createInsecure();
  if (tls instanceof RenewableTls) return experimental.createCertificateProviderChannelCredentials(tls, tls);
  return credentials.createSsl(Buffer.from(tls.ca), Buffer.from(tls.key), Buffer.from(tls.cert));
}

/** Callers without a certificate of this authority do not get as far as a call. */
export function serverCredentials(tls: TlsMaterial | RenewableTls | undefined): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  if (tls instanceof RenewableTls)
    return experimental.createCertificateProviderServerCredentials(tls, tls, true);
  const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) };
  return ServerCredentials.createSsl(Buffer.from(tls.ca), [pair], true);
}
