import type { StoreHealth } from '../key-store.ts';

/** State of the keys in live rows, for those that were checked. */
export interface KeyCensus {
  readonly keysChecked: number;
  /** Disabled at the provider. */
  readonly keysDisabled: number;
  readonly keysMissing: number;
}

/** One state of the key store, from its first to its last observation. */
export interface HsmStatus {
  /** Kind and name, for example `pkcs11:pii-vault`. */
  readonly hsmId: string;
  readonly status: StoreHealth['status'];
  readonly alertLevel: 'normal' | 'warning' | 'critical';
  readonly serialNumber: string | undefined;
  readonly firmwareVersion: string | undefined;
  /** Counts, bytes and milliseconds by name; only measured or reported values. */
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

/** critical: some or all keys cannot be opened. warning: no key can be created. */
function alertLevelOf({ status }: StoreHealth, census: KeyCensus | undefined): HsmStatus['alertLevel'] {
  if (status === 'offline' || census === undefined) return 'critical';
  if (census.keysMissing > 0 || census.keysDisabled > 0) return 'critical';
  return status === 'maintenance' ? 'warning' : 'normal';
}
