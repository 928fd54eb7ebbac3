import type { StoreHealth } from '../key-store/key-store.ts';

/** What became of the keys that live rows name, as far as they were looked at. */
export interface KeyCensus {
  readonly keysChecked: number;
  /** Somebody switched them off at the provider. */
  readonly keysDisabled: number;
  readonly keysMissing: number;
}

/** One state of the key store, from when it began to when it was last seen. */
export interface HsmStatus {
  /** Kind and name, for example `pkcs11:pii-vault`. */
  readonly hsmId: string;
  readonly status: StoreHealth['status'];
  readonly alertLevel: 'normal' | 'warning' | 'critical';
  readonly serialNumber: string | undefined;
  readonly firmwareVersion: string | undefined;
  /** Counts, bytes and milliseconds by name; only what was measured or reported. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** @param census undefined when the store did not answer */
export function hsmStatusOf(
  health: StoreHealth,
  latencyMs: number,
  census: KeyCensus | undefined,
): HsmStatus {
  return {
    hsmId: `${health.kind}:${health.name}`,
    status: health.status,
    alertLevel: alertLevelOf(health, census),
    serialNumber: health.device?.serialNumber,
    firmwareVersion: health.device?.firmwareVersion,
    metrics: health.status === 'offline' ? {} : { ...health.device?.figures, latencyMs, ...census },
  };
}

/** critical: nothing, or not everything, can be opened. warning: it will come to that, or no key can be made. */
function alertLevelOf({ status }: StoreHealth, census: KeyCensus | undefined): HsmStatus['alertLevel'] {
  if (status === 'offline' || census === undefined) return 'critical';
  if (census.keysMissing > 0 || census.keysDisabled > 0) return 'critical';
  return status === 'maintenance' ? 'warning' : 'normal';
}
