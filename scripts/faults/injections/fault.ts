import type { Random } from '@pii-vault/all/demo/random';
import type { Topology, VaultProcess } from '../../running-vault/vault-process.ts';
import type { Sides } from '../sides.ts';
import type { Clocks } from './faked-clock.ts';

/** Where faults are injected. */
export interface FaultSite {
  readonly vault: VaultProcess;
  readonly topology: Topology;
  readonly random: Random;
  readonly clocks: Clocks;
  readonly sides: Sides;
  /** How long a part stays away: `shortMs` in a run of a minute, `longMs` in a long one. */
  hold(shortMs: number, longMs: number): Promise<void>;
}

export interface Fault {
  readonly name: string;
  readonly topologies: readonly Topology[];
  /**
   * Resolves, with a few words on what was done, when the cause of the trouble is gone.
   * @throws FaultMissed when there was no trouble
   */
  inject(site: FaultSite): Promise<string>;
}

/** What was meant to go wrong did not: the run shows nothing of it. */
export class FaultMissed extends Error {}

export const BOTH: readonly Topology[] = ['embedded', 'apart'];
export const APART: readonly Topology[] = ['apart'];
