import {
  consentResultsSchema,
  type Warning,
  withdrawnSchema,
} from '@pii-vault/contract/consents/consents-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { invalidArgument, unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { Clients } from '../clients.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import type { ConsentWarnings } from './consent-warnings.ts';
import { fromConsent } from './consents-mapper.ts';

type Deps = Pick<Clients, 'consents'> & VerifiedSameDeps & { readonly consentWarnings: ConsentWarnings };

const toWithdrawn = jsonOf(withdrawnSchema);

const toResults = jsonOf(consentResultsSchema);

/** With facts of lineage, and with the register of purposes. */
export function consentsHandlers(deps: Deps): Handlers<KeysOf<'consents'>> {
  const { consents } = deps;
  return {
    'POST /consents': async ({ ctx, session, body }) => {
      const companyId = companyOf(body.companyId, session);
      // The vault refuses and audits other callers, and they learn nothing of the company's register.
      if (hasPermission(ctx.caller, 'pii:write', companyId)) {
        const { warnings = [] } = await deps.consentWarnings(companyId, body.consentDetails);
        requireRegistered(warnings);
      }
      const answer = await consents.giveConsents(ctx, {
        companyId,
        individualIds: body.individualIds,
        details: fromConsent(body.consentDetails),
        fieldTypes: body.fieldTypes ?? [],
        dryRun: body.dryRun,
      });
      return { body: toResults(answer) };
    },
    'POST /individuals/{id}/consent/withdraw': async ({ ctx, session, params, body }) => {
      const person = { companyId: companyOf(body.companyId, session), individualId: params.id };
      const answer = await consents.withdrawConsent(ctx, {
        ...person,
        purpose: body.purpose,
        fieldTypes: body.fieldTypes ?? [],
      });
      const same = await verifiedSame(deps, person.companyId, person.individualId);
      return { body: toWithdrawn({ ...answer, verifiedSame: same }) };
    },
  };
}

/**
 * A consent that staff record for stored people makes their values available for the purpose, so what is a warning for
 * a new record refuses it here.
 * @throws AppError UNAVAILABLE REGISTER_UNAVAILABLE, INVALID_ARGUMENT with the reason of the first warning
 */
function requireRegistered(warnings: readonly Warning[]): void {
  const [first] = warnings;
  if (warnings.some(({ reason }) => reason === 'REGISTER_UNAVAILABLE'))
    throw unavailable('REGISTER_UNAVAILABLE', 'The register of purposes could not be read; try again');
  if (first !== undefined)
    throw invalidArgument(first.reason, first.message, {
      details: warnings.map(({ path, message }) => ({ path, message })),
    });
}
