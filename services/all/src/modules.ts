import { auditModule } from '@pii-vault/audit/module';
import { complianceModule } from '@pii-vault/compliance/module';
import { cryptoModule } from '@pii-vault/crypto/module';
import { gatewayModule } from '@pii-vault/gateway/module';
import { identityModule } from '@pii-vault/identity/module';
import { lineageModule } from '@pii-vault/lineage/module';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { tenancyModule } from '@pii-vault/tenancy/module';
import { vaultModule } from '@pii-vault/vault/module';

/** All modules in start order: crypto first, the gateway last. */
export const allModules: readonly Module[] = [
  cryptoModule,
  tenancyModule,
  identityModule,
  auditModule,
  vaultModule,
  lineageModule,
  complianceModule,
  gatewayModule,
];

/** @param target 'all' or names joined by commas @throws Error naming what is not a module */
export function chooseModules(target: string): readonly Module[] {
  if (target === 'all') return allModules;
  const names = new Set(target.split(',').map((name) => name.trim()));
  const chosen = allModules.filter((module) => names.delete(module.name));
  if (names.size > 0) throw new Error(`There is no module named ${[...names].join(', ')}`);
  return chosen;
}
