import { X509Certificate } from 'node:crypto';
import type { Metrics } from '../telemetry/metrics.ts';

/** @param pem the certificate of this process for mTLS; without one there is nothing to measure */
export function measureCertificate(pem: string | undefined, metrics: Pick<Metrics, 'gauge'>): void {
  if (pem === undefined) return;
  metrics
    .gauge('tls_certificate_expiry_timestamp_seconds', "Unix time at which this process's certificate ends")
    .set({}, new X509Certificate(pem).validToDate.getTime() / 1000);
}
