import { seededRandom } from '@pii-vault/all/demo-data/random';
import { customersOf } from './customers.ts';
import { importFiles } from './importer.ts';
import { OperationHistory } from './operation-history.ts';
import { type PartnerCalls, partnerCalls } from './partner-calls.ts';
import { writeAndReveal } from './partner-system.ts';

/** A company and the credential of its partner system. */
export interface Tenant {
  readonly companyId: number;
  readonly bearer: string;
}

export interface Load {
  readonly history: OperationHistory;
  callsOf(tenant: Tenant): PartnerCalls;
  /** Starts no new work; resolves when every sent call is answered or its retries have ended. */
  end(): Promise<void>;
}

const WRITERS = 3;

/** Starts the partner systems: per company WRITERS writers and one importer. */
export function startLoad(address: string, tenants: readonly Tenant[], seed: number): Load {
  const history = new OperationHistory();
  let over: number | undefined;
  const next = customersOf(
    seed,
    tenants.map(({ companyId }) => companyId),
  );
  const callsOf = ({ bearer }: Tenant) => partnerCalls(address, bearer, history, () => over);
  const work = tenants.flatMap((tenant, n) => {
    const { companyId } = tenant;
    const systemOf = (writer: number) => ({
      companyId,
      history,
      calls: callsOf(tenant),
      random: seededRandom(seed * 31 + n * 101 + writer),
      nextCustomer: () => next(companyId),
      isOver: () => over !== undefined,
    });
    const writers = Array.from({ length: WRITERS }, (_, writer) => writeAndReveal(systemOf(writer)));
    return [...writers, importFiles(systemOf(WRITERS))];
  });
  return {
    history,
    callsOf,
    async end() {
      over = performance.now();
      await Promise.all(work);
    },
  };
}
