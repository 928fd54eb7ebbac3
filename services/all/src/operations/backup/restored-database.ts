import { auditConfig } from '@pii-vault/audit/config';
import { auditModule } from '@pii-vault/audit/module';
import type { LineStore } from '@pii-vault/audit/outside/line-store';
import { openLines } from '@pii-vault/audit/outside/open-lines';
import { openRevocations } from '@pii-vault/audit/revocations/open-revocations';
import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import { cryptoModule } from '@pii-vault/crypto/module';
import { identityModule } from '@pii-vault/identity/module';
import { ConfigError, type Environment, loadConfig } from '@pii-vault/platform/core/config/config';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { tenancyModule } from '@pii-vault/tenancy/module';
import { vaultModule } from '@pii-vault/vault/module';
import { attempt, deployedServices } from '../deployed-services.ts';
import type { RpcOnlyAccess } from '../rpc-only-host.ts';

/** Modules that replay revocations, and audit. */
const REPLAYING = [cryptoModule, tenancyModule, identityModule, vaultModule, auditModule];

export interface RestoredDatabase extends Omit<RpcOnlyAccess, 'bus'> {
  readonly revocations: RevocationFile;
  /** The signed checkpoints outside the database. */
  readonly checkpoints: LineStore;
}

/**
 * Opens the database of separately running services from the settings of these modules together; by default of crypto,
 * tenancy, identity, vault and audit.
 * @throws ConfigError with all problems
 */
export function restoredDatabase(
  env: Environment,
  modules: readonly Pick<Module, 'name'>[] = REPLAYING,
): RestoredDatabase {
  const problems: string[] = [];
  const databases = deployedServices(env, modules, problems);
  const audit = attempt(() => loadConfig(auditConfig, env), problems);
  const revocations = audit === undefined ? undefined : openRevocations(audit);
  const checkpoints =
    audit?.checkpointFile === undefined ? undefined : openLines(audit.checkpointFile, audit);
  if (audit !== undefined && revocations === undefined) problems.push('AUDIT_REVOCATION_FILE: name the list');
  if (audit !== undefined && checkpoints === undefined)
    problems.push('AUDIT_CHECKPOINT_FILE: name the place of the checkpoints');
  if (problems.length > 0 || revocations === undefined || checkpoints === undefined)
    throw new ConfigError(problems);
  return { databases, env, revocations, checkpoints };
}
