import type { MissingRevocation } from '@pii-vault/audit/revocations/missing-revocations';
import type { ChainedLine, RevocationLine } from '@pii-vault/audit/revocations/revocation-line';
import { cryptoModule } from '@pii-vault/crypto/module';
import { identityModule } from '@pii-vault/identity/module';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import type { Host } from '@pii-vault/platform/runtime/module/host';
import { RevocationsService } from '@pii-vault/proto/platform/v1/revocations';
import { tenancyModule } from '@pii-vault/tenancy/module';
import { vaultModule } from '@pii-vault/vault/module';
import { type RpcOnlyAccess, startRpcOnlyHost } from '../rpc-only-host.ts';

/** The revocations among lines of the list. */
export const revocationsIn = (lines: readonly ChainedLine[]) =>
  lines.flatMap(({ seq, line }) => ('action' in line ? [{ seq, line }] : []));

export interface ReplayResult {
  /** Revocations that were repeated. */
  readonly done: number;
  /** Revocations already in effect, or of rows that were not restored. */
  readonly already: number;
  /** Skipped lines: their replay would lock out every user, or open the vault to every address. */
  readonly skipped: readonly RevocationLine[];
}

/**
 * Repeats these revocations of the list in order, before the vault serves requests. @throws AppError
 * REVOCATION_FAILED
 */
export async function replayRevocations(
  vault: RpcOnlyAccess,
  revocations: readonly Pick<MissingRevocation, 'seq' | 'line'>[],
): Promise<ReplayResult> {
  const skipped: RevocationLine[] = [];
  const outcomes = { done: 0, already: 0, skipped };
  if (revocations.length === 0) return outcomes;
  const host = await startRpcOnlyHost(vault, [cryptoModule, tenancyModule, identityModule, vaultModule]);
  try {
    for (const { seq, line } of revocations) {
      const outcome = await replay(host, line).catch((cause: unknown) => {
        const message = `Line ${seq} of the list of revocations could not be replayed (${line.action})`;
        throw failedPrecondition('REVOCATION_FAILED', message, { cause });
      });
      if (outcome === 'done') outcomes.done += 1;
      else if (outcome === 'kept') skipped.push(line);
      else outcomes.already += 1;
    }
    return outcomes;
  } finally {
    await host.stop();
  }
}

async function replay(host: Host, line: RevocationLine): Promise<string> {
  const { companyId, individualId, at, service, ...rest } = line;
  const rpc = host.client(RevocationsService, serviceOf(service));
  const { outcome } = await rpc.replay(host.self('audit'), {
    action: rest.action,
    occurredAt: new Date(at),
    companyId: companyId ?? 0,
    individualId: individualId ?? 0,
    fieldNames: rest.fieldNames ?? [],
    purpose: rest.purpose ?? '',
    objectIds: rest.objectIds ?? {},
  });
  return outcome;
}

function serviceOf(name: string): ServiceName {
  const found = SERVICE_NAMES.find((each) => each === name);
  if (found === undefined) throw new Error(`The list of revocations has an unknown service: ${name}`);
  return found;
}
