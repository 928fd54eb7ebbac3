import type { ChainedLine, RevocationLine } from '@pii-vault/audit/revocations/revocation-line';
import { cryptoModule } from '@pii-vault/crypto/module';
import { identityModule } from '@pii-vault/identity/module';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/context/caller';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { Host } from '@pii-vault/platform/module/host';
import { RevocationsServiceService } from '@pii-vault/proto/platform/v1/revocations';
import { tenancyModule } from '@pii-vault/tenancy/module';
import { vaultModule } from '@pii-vault/vault/module';
import { type QuietAccess, quietHost } from '../embedded/quiet-host.ts';

export interface ReplayedList {
  /** Taken away again. */
  readonly done: number;
  /** Gone already, or never restored. */
  readonly already: number;
  /** Left, because nobody, or everybody, could come in: lines of the list. */
  readonly kept: readonly RevocationLine[];
}

/** Takes away again what these lines name, in their order, before anybody else comes in. @throws AppError REVOCATION_FAILED */
export async function replayRevocations(
  vault: QuietAccess,
  lines: readonly ChainedLine[],
): Promise<ReplayedList> {
  const revocations = lines.flatMap(({ seq, line }) => ('action' in line ? [{ seq, line }] : []));
  const kept: RevocationLine[] = [];
  const outcomes = { done: 0, already: 0, kept };
  if (revocations.length === 0) return outcomes;
  const host = await quietHost(vault, [cryptoModule, tenancyModule, identityModule, vaultModule]);
  try {
    for (const { seq, line } of revocations) {
      const outcome = await replay(host, line).catch((cause: unknown) => {
        const message = `Line ${seq} of the list of revocations could not be replayed (${line.action})`;
        throw new AppError('FAILED_PRECONDITION', 'REVOCATION_FAILED', message, { cause });
      });
      if (outcome === 'done') outcomes.done += 1;
      else if (outcome === 'kept') kept.push(line);
      else outcomes.already += 1;
    }
    return outcomes;
  } finally {
    await host.stop();
  }
}

async function replay(host: Host, line: RevocationLine): Promise<string> {
  const { companyId, individualId, at, service, ...rest } = line;
  const rpc = host.client(RevocationsServiceService, serviceOf(service));
  const { outcome } = await rpc.replay(host.self('audit'), {
    action: rest.action,
    occurredAt: new Date(at),
    companyId: BigInt(companyId ?? 0),
    individualId: BigInt(individualId ?? 0),
    fieldNames: rest.fieldNames ?? [],
    purpose: rest.purpose ?? '',
    objectIds: rest.objectIds ?? {},
  });
  return outcome;
}

function serviceOf(name: string): ServiceName {
  const found = SERVICE_NAMES.find((each) => each === name);
  if (found === undefined) throw new Error(`There is no service ${name}`);
  return found;
}
