import type { KeysOf } from '@pii-vault/contract/routes';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { Clients } from '../clients.ts';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { oneOf, present, toIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'fields'> & { names: CompanyNames };

/** With names of companies. */
export function piiDemoHandlers({ fields, names }: Deps): Handlers<KeysOf<'pii-demo'>> {
  return {
    'GET /pii-demo': async ({ ctx, query }) => {
      const answer = await fields.listRecentFields(ctx, {
        companyId: query.companyId,
        purpose: query.purpose,
      });
      const recent = answer.fields.map(({ field, maskedValue }) => ({ ...present(field), maskedValue }));
      const named = await names(recent.map(({ companyId }) => companyId));
      const data = recent.map((field) => {
        const { purpose, date } = present(field.consentDetails);
        return {
          id: field.id,
          individualId: field.individualId,
          fieldType: oneOf(fieldTypes, field.fieldType),
          ...(field.masked ? {} : { rawValue: field.value }),
          maskedValue: field.maskedValue,
          companyId: field.companyId,
          companyName: nameOf(named, field.companyId),
          consentDetails: { purpose, date: toIso(date) },
        };
      });
      return { body: { data } };
    },
  };
}
