import { endEvents, lawfulBases, type PurposeEntry } from '@pii-vault/contract/purposes/purposes-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { Purpose } from '@pii-vault/proto/compliance/v1/purposes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { versioned } from '../wire/etag.ts';
import { fromOptionalIso } from '../wire/optional-time.ts';
import { pageBefore } from '../wire/page-before.ts';
import { toShownTexts } from '../wire/shown-texts.ts';
import { oneOf, present, toIso } from '../wire/values.ts';

export function purposesHandlers({ purposes }: Pick<Clients, 'purposes'>): Handlers<KeysOf<'purposes'>> {
  return {
    'GET /purposes': async ({ ctx, query, position }) => {
      const answer = await purposes.listPurposes(ctx, pageBefore(query, position));
      return { body: answer.purposes.map(toPurpose), next: answer.nextBeforeId?.toString() };
    },
    'POST /purposes': async ({ ctx, session, body }) => {
      const { companyId, notice, ...rest } = body;
      const { purpose } = await purposes.createPurpose(ctx, {
        ...rest,
        companyId: companyOf(companyId, session),
        notice: fromNotice(notice),
      });
      return versioned(toPurpose, purpose);
    },
    'PUT /purposes/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const { purpose } = await purposes.updatePurpose(ctx, {
        ...body,
        id: params.id,
        notice: fromNotice(body.notice),
        ifRowVersion,
      });
      return versioned(toPurpose, purpose);
    },
  };
}

type GivenNotice = Omit<PurposeEntry['notices'][number], 'publishedAt'> & {
  readonly publishedAt?: string | undefined;
};

const fromNotice = (notice: GivenNotice | undefined) =>
  notice === undefined ? undefined : { ...notice, publishedAt: fromOptionalIso(notice.publishedAt) };

export function toPurpose(purpose: Purpose): PurposeEntry {
  const { lawfulBasis } = purpose;
  return {
    id: purpose.id,
    companyId: purpose.companyId,
    purpose: purpose.purpose,
    lawfulBasis: lawfulBasis === undefined ? null : oneOf(lawfulBases, lawfulBasis),
    description: purpose.description,
    texts: toShownTexts(present(purpose.texts)),
    notices: purpose.notices.map(({ version, fieldTypes: types, retentionDays, endEvent, publishedAt }) => ({
      version,
      fieldTypes: types.map((type) => oneOf(fieldTypes, type)),
      ...(retentionDays === undefined ? {} : { retentionDays }),
      ...(endEvent === undefined ? {} : { endEvent: oneOf(endEvents, endEvent) }),
      publishedAt: toIso(publishedAt),
    })),
    createdAt: toIso(purpose.createdAt),
    updatedAt: toIso(purpose.updatedAt),
    version: purpose.rowVersion,
  };
}
