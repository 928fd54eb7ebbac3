import { defaultLimit } from '@pii-vault/contract/query';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { together } from '../wire/together.ts';
import { fromId, fromOptionalId, present, toId } from '../wire/values.ts';
import { actorNames } from './actor-names.ts';
import { toAuditEntry, toCheckpoint, toPath, toProof, toVerification } from './audit-trail-mapper.ts';

type Deps = Pick<Clients, 'trail' | 'userDirectory'> & { names: CompanyNames; self: () => Ctx };

const treeSizeOf = (note: string) => Number(note.split('\n')[1]);

export function auditTrailHandlers(deps: Deps): Handlers<KeysOf<'audit-trail'>> {
  const { trail, names } = deps;
  return {
    'GET /audit-trail': async ({ ctx, query, position }) => {
      const answer = await trail.listTrail(ctx, {
        limit: query.limit ?? defaultLimit,
        companyId: fromOptionalId(query.companyId),
        action: query.action,
        search: query.search,
        before: position === undefined ? undefined : BigInt(position),
      });
      const companies = answer.entries.flatMap(({ companyId }) =>
        companyId === undefined ? [] : [toId(companyId)],
      );
      const [named, actorOf] = await together([
        names(companies),
        actorNames(deps, deps.self(), answer.entries),
      ]);
      return {
        body: answer.entries.map((entry) => toAuditEntry(entry, actorOf(entry), named)),
        next: answer.nextBefore?.toString(),
        total: answer.total === undefined ? undefined : Number(answer.total),
      };
    },
    'GET /audit-trail/checkpoint': async ({ ctx }) => {
      const { checkpoint } = await trail.getCheckpoint(ctx, {});
      return { body: toCheckpoint(checkpoint) };
    },
    'GET /audit-trail/proofs': async ({ ctx, query }) => {
      const answer = await trail.getProofs(ctx, { ids: query.ids.map(fromId) });
      return {
        body: {
          checkpoint: toCheckpoint(answer.checkpoint),
          proofs: answer.proofs.map((proof) => ({ id: toId(proof.id), ...toProof(proof) })),
        },
      };
    },
    'GET /audit-trail/consistency': async ({ ctx, query }) => {
      const answer = await trail.getConsistency(ctx, { from: BigInt(query.from), to: BigInt(query.to) });
      return { body: { from: Number(answer.from), to: Number(answer.to), path: toPath(answer.path) } };
    },
    'POST /audit-trail/verify': async ({ ctx }) => {
      const verification = toVerification(present((await trail.verify(ctx, {})).verification));
      if (verification.status !== 'running') return { body: verification };
      const Location = `/api/audit-trail/verifications/${verification.verificationId}`;
      return { body: verification, status: 202, headers: { Location } };
    },
    'GET /audit-trail/verifications/{id}': async ({ ctx, params }) => {
      const { verification } = await trail.getVerification(ctx, { verificationId: fromId(params.id) });
      return { body: toVerification(present(verification)) };
    },
    'GET /audit-trail/{id}/proof': async ({ ctx, params }) => {
      const answer = await trail.getProof(ctx, { id: fromId(params.id) });
      const checkpoint = toCheckpoint(answer.checkpoint);
      const treeSize = treeSizeOf(checkpoint.note);
      return { body: { ...toProof(present(answer.proof)), treeSize, checkpoint } };
    },
  };
}
