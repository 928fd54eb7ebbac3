import type { Random } from '@pii-vault/all/demo-data/random';
import type { Topology, VaultProcess } from '../../running-vault/vault-process.ts';
import type { SidePorts } from '../side-ports.ts';
import type { FakeClock } from './fake-clock.ts';

/** The vault and what a fault needs to disturb it. */
export interface FaultSite {
  readonly vault: VaultProcess;
  readonly topology: Topology;
  readonly random: Random;
  readonly clock: FakeClock;
  readonly sidePorts: SidePorts;
  /** Keeps the fault active: `shortMs` in a run of a minute, `longMs` in a long run. */
  hold(shortMs: number, longMs: number): Promise<void>;
}

export interface Fault {
  readonly name: string;
  readonly topologies: readonly Topology[];
  /**
   * Causes the fault and removes its cause. @returns a short description
   * @throws FaultMissed if the fault had no effect
   */
  inject(site: FaultSite): Promise<string>;
}

/** The fault had no effect, so the run proves nothing about it. */
export class FaultMissed extends Error {}

export const BOTH: readonly Topology[] = ['embedded', 'apart'];
export const APART: readonly Topology[] = ['apart'];
