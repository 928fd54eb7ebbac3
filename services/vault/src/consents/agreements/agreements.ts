import { PollingCache } from '@pii-vault/platform/cache/polling-cache';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';

export type AgreementDirectory = Pick<RpcClient<typeof DirectoryService>, 'listAgreements'>;

/** A linking agreement in force. */
export interface LiveAgreement {
  readonly id: number;
  readonly companyIds: readonly [number, number];
  readonly purpose: string;
  readonly includesAadhaar: boolean;
}

/** Linking agreements in force, from tenancy, never older than 5 s. */
export class Agreements {
  readonly #live: PollingCache<readonly LiveAgreement[]>;

  constructor(directory: AgreementDirectory, self: ModuleKit['self'], now: () => number = Date.now) {
    this.#live = new PollingCache(
      'linking agreements',
      async () => {
        const { agreements } = await directory.listAgreements(self({ deadlineMs: 3_000 }), {
          companyIds: [],
          onlyLive: true,
          agreementIds: [],
        });
        return agreements.map((one) => ({
          id: one.id,
          companyIds: [one.companyId, one.otherCompanyId] as const,
          purpose: one.purpose,
          includesAadhaar: one.includeAadhaar,
        }));
      },
      now,
    );
  }

  /** Call it every 2 s. */
  async poll(): Promise<void> {
    await this.#live.refresh();
  }

  async ofCompany(companyId: number): Promise<LiveAgreement[]> {
    return (await this.#live.get()).filter((one) => one.companyIds.includes(companyId));
  }

  /** @throws AppError FAILED_PRECONDITION SCOPE_CLOSED when it is not in force, or not the company's */
  async require(agreementId: number, companyId: number): Promise<LiveAgreement> {
    const find = (all: readonly LiveAgreement[]) =>
      all.find((one) => one.id === agreementId && one.companyIds.includes(companyId));
    const agreement = find(await this.#live.get()) ?? find(await this.#live.refresh());
    if (agreement === undefined) {
      throw failedPrecondition('SCOPE_CLOSED', 'The linking agreement is not in force');
    }
    return agreement;
  }
}
