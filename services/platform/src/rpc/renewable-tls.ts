import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { experimental } from '@grpc/grpc-js';
import type { TlsMaterial } from './tls-material.ts';

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

/**
 * A process's certificate that can be replaced while the process runs. Connections keep the certificate they were
 * opened with; later ones use the newest. grpc-js's own provider drops a certificate while its files are being
 * replaced; this one keeps the former until the new pair is complete.
 */
export class RenewableTls implements experimental.CertificateProvider {
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  #current: TlsMaterial;

  /** @throws Error when certificate and key do not belong together */
  constructor(first: TlsMaterial) {
    checkPair(first);
    this.#current = first;
  }

  /** Unix time in ms at which the current certificate ends. */
  get endsAt(): number {
    return new X509Certificate(this.#current.cert).validToDate.getTime();
  }

  /**
   * @returns whether something changed
   * @throws Error when certificate and key do not belong together; the former pair stays in use
   */
  renew(next: TlsMaterial): boolean {
    const { cert, key, ca } = this.#current;
    if (next.cert === cert && next.key === key && next.ca === ca) return false;
    checkPair(next);
    this.#current = next;
    for (const listener of this.#caListeners) listener(this.#ca());
    for (const listener of this.#identityListeners) listener(this.#identity());
    return true;
  }

  addCaCertificateListener(listener: CaListener): void {
    this.#caListeners.add(listener);
    // Later: grpc-js adds its own listener behind this call.
    process.nextTick(() => listener(this.#ca()));
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.#caListeners.delete(listener);
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.add(listener);
    process.nextTick(() => listener(this.#identity()));
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.delete(listener);
  }

  #ca(): experimental.CaCertificateUpdate {
    return { caCertificate: Buffer.from(this.#current.ca) };
  }

  #identity(): experimental.IdentityCertificateUpdate {
    return { certificate: Buffer.from(this.#current.cert), privateKey: Buffer.from(this.#current.key) };
  }
}

function checkPair({ cert, key, ca }: TlsMaterial): void {
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('The certificate of this process and its key do not belong together');
  // Throws when the authority's file is cut short.
  new X509Certificate(ca);
}
