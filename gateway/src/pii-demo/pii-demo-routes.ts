import type { KeysOf } from '@pii-vault/contract/routes';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { Clients } from '../clients.ts';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { fromOptionalId, oneOf, present, toId, toIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'fields'> & { names: CompanyNames };

export function piiDemoHandlers({ fields, names }: Deps): Handlers<KeysOf<'pii-demo'>> {
  return {
    'GET /pii-demo': async ({ ctx, query }) => {
      const answer = await fields.listRecentFields(ctx, {
        companyId: fromOptionalId(query.companyId),
        purpose: query.purpose,
      });
      const recent = answer.fields.map(({ field, maskedValue }) => ({ ...present(field), maskedValue }));
      const named = await names(recent.map(({ companyId }) => toId(companyId)));
      const data = recent.map((field) => {
        const { purpose, date } = present(field.consentDetails);
        return {
          id: toId(field.id),
          individualId: toId(field.individualId),
          fieldType: oneOf(fieldTypes, field.fieldType),
          ...(field.masked ? {} : { rawValue: field.value }),
          maskedValue: field.maskedValue,
          companyId: toId(field.companyId),
          companyName: nameOf(named, toId(field.companyId)),
          consentDetails: { purpose, date: toIso(date) },
        };
      });
      return { body: { data } };
    },
  };
}
