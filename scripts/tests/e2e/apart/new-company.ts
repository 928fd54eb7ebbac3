import type { Client } from '@pii-vault/contract/client';
import { describe, expect, it } from 'vitest';
import { connectPartner, type Partner } from '../../running-vault/api-partner.ts';
import type { VaultProcess } from '../../running-vault/vault-process.ts';
import type { CrashWorld } from '../crash/crash-and-leak.ts';
import type { Walk } from '../walk/walk.ts';

export interface CompanyWorld extends CrashWorld {
  /** Client id and secret of the company's partner system, the value after `Bearer`. */
  readonly bearer: string;
}

/** Defines a test that creates another company with a partner system. Later tests read the result. */
export function newCompany(walk: Walk<VaultProcess>, code: string): CompanyWorld {
  let companyId: number;
  let partner: Partner;
  describe(`a separate company: ${code}`, () => {
    it('has a partner system', async () => {
      // Leaves the console: its requests would fail while the next tests kill parts of the vault.
      await walk.page.goto('about:blank');
      const admin: Client = await walk.api();
      const body = { name: `Company ${code}`, code, tier: 'primary', status: 'active' } as const;
      ({ id: companyId } = await admin.call('POST /companies', { body }));
      partner = await connectPartner(walk.vault.address, admin, companyId);
      const people = await partner.client.call('GET /individuals', { query: { companyId } });
      expect(people).toEqual([]);
    });
  });
  return {
    get vault() {
      return walk.vault;
    },
    get client() {
      return partner.client;
    },
    get bearer() {
      return partner.bearer;
    },
    get companyId() {
      return companyId;
    },
  };
}
