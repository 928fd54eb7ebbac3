import { seededRandom } from '@pii-vault/all/demo/random';
import { customersOf } from './customers.ts';
import { importFiles } from './importer.ts';
import { type PartnerCalls, partnerCalls } from './partner-calls.ts';
import { writeAndReveal } from './partner-system.ts';
import { Told } from './told.ts';

/** A company and the credential of its partner system. */
export interface Tenant {
  readonly companyId: number;
  readonly bearer: string;
}

export interface Load {
  readonly told: Told;
  callsOf(tenant: Tenant): PartnerCalls;
  /** No new work; resolves when every call that was sent is answered, or has run out of patience. */
  end(): Promise<void>;
}

const WRITERS = 3;

/** Partner systems at work: per company some writers and one that sends files. */
export function startLoad(address: string, tenants: readonly Tenant[], seed: number): Load {
  const told = new Told();
  let over: number | undefined;
  const next = customersOf(
    seed,
    tenants.map(({ companyId }) => companyId),
  );
  const callsOf = ({ bearer }: Tenant) => partnerCalls(address, bearer, told, () => over);
  const work = tenants.flatMap((tenant, n) => {
    const { companyId } = tenant;
    const systemOf = (writer: number) => ({
      companyId,
      told,
      calls: callsOf(tenant),
      random: seededRandom(seed * 31 + n * 101 + writer),
      nextCustomer: () => next(companyId),
      isOver: () => over !== undefined,
    });
    const writers = Array.from({ length: WRITERS }, (_, writer) => writeAndReveal(systemOf(writer)));
    return [...writers, importFiles(systemOf(WRITERS))];
  });
  return {
    told,
    callsOf,
    async end() {
      over = performance.now();
      await Promise.all(work);
    },
  };
}
