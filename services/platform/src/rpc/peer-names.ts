import type { PeerCertificate } from 'node:tls';
import { SERVICE_NAMES, type ServiceName } from '../context/caller.ts';

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
