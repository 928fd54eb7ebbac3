import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';

export interface LiveAgreement {
  readonly id: number;
  readonly companyId: number;
  readonly otherCompanyId: number;
  readonly purpose: string;
  /** Minutes until a found pair is shown. */
  readonly disclosureMinutes: number;
}

/** Time without an answer from tenancy after which no agreement counts as live. */
const CLOSED_AFTER_MS = 5_000;

/**
 * The linking agreements in force, polled from tenancy every second or two, not read from the bus. If tenancy does not
 * answer for 5 s there are none, and no link across companies is shown.
 */
export interface AgreementWatch {
  refresh(): Promise<readonly LiveAgreement[]>;
  live(): readonly LiveAgreement[];
  /** Rejects when tenancy has not answered for too long. */
  ready(): Promise<void>;
}

export function watchAgreements(
  directory: Pick<RpcClient<typeof DirectoryService>, 'listAgreements'>,
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
        id: agreement.id,
        companyId: agreement.companyId,
        otherCompanyId: agreement.otherCompanyId,
        purpose: agreement.purpose,
        disclosureMinutes: agreement.disclosureDelay,
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
