import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type CountIndividualsRequest,
  FiguresService,
  type GetPeopleFiguresRequest,
} from '@pii-vault/proto/vault/v1/figures';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { invalidField } from '../../errors.ts';
import { addSums, readPeopleSums } from '../../people/individuals/people-sums.ts';
import { readGrowth } from './people-growth.ts';

/** Twice the longest range, for a comparison with the days before. */
const MAX_DAYS = 180;

interface FiguresDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly zones: CompanyZones;
}

export function figuresRpc({ db, status, zones }: FiguresDeps): RpcService {
  return serve(FiguresService, {
    countIndividuals: {
      allow: permission('pii:read', (req: CountIndividualsRequest) => req.companyId),
      handle: async (ctx, { companyId }) => {
        const companies = await status.readScope(ctx, 'pii:read', companyId);
        const sums = await db.tenant(readingScope(ctx, companies), (tx) => readPeopleSums(tx, companies));
        return { individuals: addSums(sums.values()).individuals };
      },
    },
    getPeopleFigures: {
      allow: permission('analytics:read', (req: GetPeopleFiguresRequest) => req.companyId),
      handle: async (ctx, { companyId, days }) => {
        if (days < 1 || days > MAX_DAYS)
          throw invalidField('DAYS_INVALID', 'days', `must be 1 to ${MAX_DAYS}`);
        const companies = await status.readScope(ctx, 'analytics:read', companyId);
        const { parts, growth } = await db.tenant(readingScope(ctx, companies), async (tx) => ({
          parts: await readPeopleSums(tx, companies),
          growth: await readGrowth(tx, companies, days, zones.zoneAmong(companies)),
        }));
        const sums = addSums(parts.values());
        const present = [...sums.byType].filter(([, fields]) => fields > 0);
        return {
          individuals: sums.individuals,
          fieldsByType: Object.fromEntries(present.map(([type, fields]) => [type, fields])),
          completenessSum: sums.completenessSum,
          qualitySum: sums.qualitySum,
          byQuality: sums.byQuality,
          growth: growth.map(({ day, added, erased, individuals }) => ({
            day,
            added,
            erased,
            individuals,
          })),
        };
      },
    },
  });
}
