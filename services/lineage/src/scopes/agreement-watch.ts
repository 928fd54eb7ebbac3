import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';

export interface LiveAgreement {
  readonly id: number;
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly purpose: string;
  /** Minutes until a pair that is found is shown. */
  readonly disclosureMinutes: number;
}

/** Default of tenancy, for an agreement without a delay. */
const DEFAULT_MINUTES = 15;
/** After this long without an answer from tenancy no agreement counts as live. */
const CLOSED_AFTER_MS = 5_000;

/**
 * The linking agreements that are in force, as their owner says: asked every second or two, never taken
 * from the bus. When tenancy is silent for 5 s there are none, and no cross-company link is shown.
 */
export interface AgreementWatch {
  refresh(): Promise<readonly LiveAgreement[]>;
  live(): readonly LiveAgreement[];
  /** Rejects when tenancy has been silent for too long. */
  ready(): Promise<void>;
}

export function watchAgreements(
  directory: Pick<RpcClient<typeof DirectoryServiceService>, 'listAgreements'>,
  self: () => Ctx,
  now: () => number = Date.now,
): AgreementWatch {
  let known: readonly LiveAgreement[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  const isFresh = () => now() - answeredAt < CLOSED_AFTER_MS;
  return {
    async refresh() {
      const askedAt = now();
      const { agreements } = await directory.listAgreements(self(), {
        companyIds: [],
        onlyLive: true,
        agreementIds: [],
      });
      known = agreements.map((agreement) => ({
        id: Number(agreement.id),
        companyId: Number(agreement.companyId),
        otherCompanyId: Number(agreement.otherCompanyId),
        purpose: agreement.purpose,
        disclosureMinutes: agreement.disclosureDelay ?? DEFAULT_MINUTES,
      }));
      answeredAt = askedAt;
      return known;
    },
    live: () => (isFresh() ? known : []),
    async ready() {
      if (!isFresh()) throw new Error('tenancy has not answered for 5 s');
    },
  };
}
