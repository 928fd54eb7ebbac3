import type { PeerCertificate } from 'node:tls';
import { SERVICE_NAMES, type ServiceName } from '../context/caller.ts';

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
 * The services whose process made a call; undefined without TLS, nobody where the connection has ended meanwhile. A
 * connection keeps its certificate, and telling it makes an object of all that stands in it (60 µs), so each is asked once.
 */
export function peersByConnection(): (call: AuthenticatedCall) => readonly ServiceName[] | undefined {
  const peers = new WeakMap<object, readonly ServiceName[] | undefined>();
  return (call) => {
    const connection = connectionOf(call);
    if (connection === undefined) return [];
    if (peers.has(connection)) return peers.get(connection);
    const certificate = call.getAuthContext()?.sslPeerCertificate;
    const services = certificate === undefined ? undefined : servicesOf(certificate);
    peers.set(connection, services);
    return services;
  };
}

/** The HTTP/2 session of a call, which grpc-js does not hand out. */
function connectionOf(call: object): object | undefined {
  const stream = memberOf(memberOf(call, 'call'), 'stream');
  return memberOf(stream, 'session');
}

function memberOf(of: object | undefined, name: string): object | undefined {
  const member: unknown = of === undefined ? undefined : Reflect.get(of, name);
  return typeof member === 'object' && member !== null ? member : undefined;
}
