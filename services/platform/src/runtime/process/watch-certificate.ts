import { type Environment, readSetting } from '../../core/config/config.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Metrics } from '../../core/telemetry/metrics.ts';
import type { RenewableTls } from '../../rpc/renewable-tls.ts';
import type { TlsMaterial } from '../../rpc/tls-material.ts';

/** A mounted Secret reaches its pods about a minute after it changes. */
const LOOK_MS = 30_000;

/**
 * Reads the certificate's files again every half minute, so that a renewal needs no restart, and measures when it ends.
 * @returns stops it
 */
export function watchCertificate(
  tls: RenewableTls,
  env: Environment,
  metrics: Pick<Metrics, 'gauge'>,
  log: Logger,
  lookMs = LOOK_MS,
): () => Promise<void> {
  const gauge = metrics.gauge(
    'tls_certificate_expiry_timestamp_seconds',
    "Unix time at which this process's certificate ends",
  );
  const measure = () => gauge.set({}, tls.endsAt / 1000);
  measure();
  const look = () => {
    try {
      const next = tlsOfFiles(env);
      if (next === undefined || !tls.renew(next)) return;
      measure();
      log.info('certificate renewed', { endsAt: new Date(tls.endsAt).toISOString() });
    } catch (err) {
      log.warn('certificate not renewed, the former one stays in use', { err });
    }
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  return async () => clearInterval(timer);
}

/** Undefined while a file is being replaced. */
function tlsOfFiles(env: Environment): TlsMaterial | undefined {
  const [cert, key, ca] = ['CERT', 'KEY', 'CA'].map((part) => readSetting(`PIIVAULT_TLS_${part}`, env));
  return cert && key && ca ? { cert, key, ca } : undefined;
}
