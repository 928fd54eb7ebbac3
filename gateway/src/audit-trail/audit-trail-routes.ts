import {
  type AuditTrailEntry,
  type listAuditQuery,
  verificationSchema,
} from '@pii-vault/contract/audit-trail/audit-trail-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { TrailEntry } from '@pii-vault/proto/audit/v1/trail';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import type { Session } from '../edge/internal-tokens.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { jsonOf } from '../passed/json-of.ts';
import { awaitAll } from '../wire/await-all.ts';
import { namesInList } from '../wire/user-names.ts';
import { present } from '../wire/values.ts';
import { type EntryNames, toAuditEntry } from './audit-trail-mapper.ts';

/** CSV columns of the list; several names in a cell are separated by spaces, object ids are JSON. */
export const auditColumns: Columns<AuditTrailEntry> = {
  id: (entry) => entry.id,
  leafIndex: (entry) => entry.leafIndex,
  timestamp: (entry) => entry.timestamp,
  action: (entry) => entry.action,
  companyId: (entry) => entry.companyId,
  company: (entry) => entry.companyName,
  individualId: (entry) => entry.individualId,
  individualIds: ({ details }) => (details.individualIds ?? []).join(' '),
  piiFieldId: (entry) => entry.piiFieldId,
  actorType: (entry) => entry.actorType,
  actorId: (entry) => entry.actorId,
  actor: (entry) => entry.actorName,
  onBehalfOf: ({ details }) => details.onBehalfOf ?? null,
  onBehalfOfName: (entry) => entry.onBehalfOfName,
  user: (entry) => entry.userName,
  fields: ({ details }) => (details.fieldNames ?? []).join(' '),
  purpose: ({ details }) => details.purpose ?? null,
  decision: ({ details }) => details.decision ?? null,
  reason: ({ details }) => details.reason ?? null,
  objectIds: ({ details }) => (details.objectIds === undefined ? null : JSON.stringify(details.objectIds)),
  violation: ({ complianceFlags }) => String(complianceFlags.violation),
  dpdpCompliant: ({ complianceFlags }) => String(complianceFlags.dpdpCompliant),
  requestId: ({ details }) => details.requestId ?? null,
  ipAddress: (entry) => entry.ipAddress,
  userAgent: (entry) => entry.userAgent,
};

const isUserId = /^\d{1,15}$/;

const userId = (id: string | undefined): number | undefined =>
  id !== undefined && isUserId.test(id) ? Number(id) : undefined;

/** Ids of users in an entry: the actor, or the owner of the API client; its principal; and the subject of the entry. */
function usersOf({ actorType, actorId, details }: TrailEntry) {
  const onBehalfOf = userId(details?.onBehalfOf);
  return {
    actor: actorType === 'user' ? userId(actorId) : onBehalfOf,
    onBehalfOf,
    subject: userId(details?.objectIds.userId),
  };
}

/**
 * Names of the users of a page, by one RPC; services have their own names, unknown users get none. Who acts is named to
 * all readers, the subject as in the list of users: an access review holds ids of accounts that the list hides.
 */
async function namesOfUsers(
  clients: Pick<Clients, 'userDirectory'>,
  ctx: Ctx,
  entries: readonly TrailEntry[],
  caller: Caller,
): Promise<(entry: TrailEntry) => EntryNames> {
  const ids = entries.flatMap((entry) => Object.values(usersOf(entry)).filter((id) => id !== undefined));
  const { all, listed } = await namesInList(clients, ctx, ids, caller);
  const nameOf = (id: number | undefined, names = all) => (id === undefined ? undefined : names.get(id));
  return (entry) => {
    const { actor, onBehalfOf, subject } = usersOf(entry);
    return {
      actorName: entry.actorType === 'service' ? entry.actorId : nameOf(actor),
      onBehalfOfName: nameOf(onBehalfOf),
      userName: nameOf(subject, listed),
    };
  };
}

type Caller = Session['caller'];
type Deps = Pick<Clients, 'trail' | 'userDirectory'> & ExportDeps & { names: CompanyNames; self: () => Ctx };

const toVerification = jsonOf(verificationSchema);

/** With names of actors and companies; a verification may be pending. */
export function auditTrailHandlers(deps: Deps): Handlers<KeysOf<'audit-trail'>> {
  const { trail } = deps;
  return {
    'GET /audit-trail': async ({ ctx, session: { caller }, query, position }) => {
      const page = await trailPage(deps, ctx, caller, query, query.limit, position);
      return { body: page.rows, next: page.next, total: page.total };
    },
    'GET /audit-trail/export': async ({ ctx, session: { caller }, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'audit-trail',
          format: query.format,
          permission: 'audit:read',
          companyId: query.companyId,
          filters: { action: query.action, from: query.from, until: query.until },
          columns: auditColumns,
          page: (ctx, position) => trailPage(deps, ctx, caller, query, exportPageRows, position),
        },
      ),
    'POST /audit-trail/verify': async ({ ctx }) => {
      const verification = toVerification(present((await trail.verify(ctx, {})).verification));
      if (verification.status !== 'running') return { body: verification };
      const Location = `/api/audit-trail/verifications/${verification.verificationId}`;
      return { body: verification, status: 202, headers: { Location } };
    },
  };
}

const toDate = (at: string | undefined) => (at === undefined ? undefined : new Date(at));

type Filters = Pick<z.output<typeof listAuditQuery>, 'companyId' | 'action' | 'search' | 'from' | 'until'>;

/** A page of entries with the names of actors and companies. */
async function trailPage(
  deps: Deps,
  ctx: Ctx,
  caller: Caller,
  filters: Filters,
  limit: number,
  position: string | undefined,
) {
  const answer = await deps.trail.listTrail(ctx, {
    limit,
    companyId: filters.companyId,
    action: filters.action,
    search: filters.search,
    from: toDate(filters.from),
    until: toDate(filters.until),
    cursor: position,
  });
  const companies = answer.entries.flatMap(({ companyId }) => (companyId === undefined ? [] : [companyId]));
  const [named, usersIn] = await awaitAll([
    deps.names(companies),
    namesOfUsers(deps, deps.self(), answer.entries, caller),
  ]);
  return {
    rows: answer.entries.map((entry) => toAuditEntry(entry, usersIn(entry), named)),
    next: answer.nextCursor,
    total: answer.total,
  };
}
