import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import {
  FeaturesForm,
  type FeaturesService,
  type PullFeaturesRequest,
} from '@pii-vault/proto/vault/v1/features';
import { type Features, featuresFromProto } from './features.ts';
import type { ThrottledCompanies } from './throttled-companies.ts';

export interface PullDeps {
  readonly features: Pick<RpcClient<typeof FeaturesService>, 'pullFeatures'>;
  readonly self: (options: { company?: number; deadlineMs: number }) => Ctx;
  readonly throttled: ThrottledCompanies;
}

export type Pull = Pick<PullFeaturesRequest, 'scopes' | 'selection'>;

/** Timeout: the vault needs far less to decrypt and encode a batch. */
const PULL_MS = 30_000;

/**
 * Pulls people under each of these encodings that the vault supports. Records of a suspended company are not readable:
 * they wait, and other companies continue.
 * @throws AppError FAILED_PRECONDITION ENCODING_UNKNOWN when the vault supports none
 */
export async function pullFeatures(
  deps: PullDeps,
  companyId: number,
  encodingVersions: readonly number[],
  request: Pull,
): Promise<Features[] | 'held back'> {
  const people: Features[] = [];
  let unknown: AppError | undefined;
  let made = 0;
  for (const encodingVersion of encodingVersions) {
    try {
      people.push(...(await pullOne(deps, companyId, { ...request, encodingVersion })));
      made += 1;
    } catch (thrown) {
      const error = AppError.from(thrown);
      if (error.reason === 'COMPANY_SUSPENDED') {
        deps.throttled.throttle(companyId);
        return 'held back';
      }
      if (error.reason !== 'ENCODING_UNKNOWN') throw thrown;
      unknown = error;
    }
  }
  if (made === 0 && unknown !== undefined) throw unknown;
  return people;
}

async function pullOne(
  { features, self }: PullDeps,
  companyId: number,
  request: Omit<PullFeaturesRequest, 'companyId' | 'form'>,
): Promise<Features[]> {
  const people: Features[] = [];
  const ctx = self({ company: companyId, deadlineMs: PULL_MS });
  const answers = features.pullFeatures(ctx, {
    companyId,
    form: FeaturesForm.FEATURES_FORM_ROWS,
    ...request,
  });
  for await (const answer of answers) people.push(...answer.features.map(featuresFromProto));
  return people;
}
