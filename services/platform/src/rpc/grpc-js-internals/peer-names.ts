import type { PeerCertificate } from 'node:tls';
import { SERVICE_NAMES, type ServiceName } from '../../core/context/caller.ts';

interface AuthenticatedCall {
  getAuthContext(): { readonly sslPeerCertificate?: Pick<PeerCertificate, 'subjectaltname'> } | null;
}

const known: ReadonlySet<string> = new Set(SERVICE_NAMES);

function isServiceName(name: string): name is ServiceName {
  return known.has(name);
}

/** The services that a certificate speaks for: those among its DNS names (RFC 5280, 4.2.1.6). */
export function servicesOf({ subjectaltname = '' }: Pick<PeerCertificate, 'subjectaltname'>): ServiceName[] {
  return subjectaltname
    .split(', ')
    .flatMap((name) => (name.startsWith('DNS:') ? [name.slice('DNS:'.length)] : []))
    .filter(isServiceName);
}

/**
 * The services named in the certificate of a call's client; undefined without TLS, empty when the connection has ended.
 * Parsing a certificate takes 60 µs, so the result is cached per connection. Where grpc-js does not expose the
 * connection, the certificate is parsed for each call.
 */
export function peersByConnection(
  isTls: boolean,
): (call: AuthenticatedCall) => readonly ServiceName[] | undefined {
  if (!isTls) return () => undefined;
  const peers = new WeakMap<object, readonly ServiceName[]>();
  return (call) => {
    const connection = connectionOf(call);
    const known = connection && peers.get(connection);
    if (known !== undefined) return known;
    const certificate = call.getAuthContext()?.sslPeerCertificate;
    if (certificate === undefined) return [];
    const services = servicesOf(certificate);
    if (connection !== undefined) peers.set(connection, services);
    return services;
  };
}

/** The HTTP/2 session of a call, which grpc-js does not expose. */
function connectionOf(call: object): object | undefined {
  const stream = memberOf(memberOf(call, 'call'), 'stream');
  return memberOf(stream, 'session');
}

function memberOf(of: object | undefined, name: string): object | undefined {
  const member: unknown = of === undefined ? undefined : Reflect.get(of, name);
  return typeof member === 'object' && member !== null ? member : undefined;
}
