import { auditMessage } from '@pii-vault/platform/audit/audit-entry';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import { notFound } from '@pii-vault/platform/errors/not-found';
import type { TextKeys } from '@pii-vault/platform/text-keys/text-keys';
import type { Decision, ExplainEntryRequest, ExplainEntryResponse } from '@pii-vault/proto/lineage/v1/links';
import { decisionsAbout, type StoredDecision } from '../decisions/decisions-store.ts';
import { openNote } from '../decisions/sealed-note.ts';
import { type Edge, viewersOf } from './edge.ts';
import { entryFor } from './entry.ts';
import { explain } from './explain.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { entryToProto } from './links-proto.ts';
import { findEdge } from './list-store.ts';
import { databaseScope, singleEdges } from './reader.ts';
import { type WithheldDeps, withheldOf } from './withheld.ts';

export interface ExplainDeps extends LinksDeps, WithheldDeps {
  readonly textKeys: TextKeys;
}

/** Why two records were joined. Both companies' trails say who asked, before a note is opened. */
export function explainEntry(deps: ExplainDeps) {
  return async (ctx: Ctx, { id, purpose }: ExplainEntryRequest): Promise<ExplainEntryResponse> => {
    const reader = singleEdges(await readerOf(deps, ctx));
    const { edge, decisions } = await deps.db.tenant(databaseScope(reader), async (tx) => {
      const edge = await findEdge(tx, reader, Number(id));
      if (edge === undefined) throw notFound();
      const viewers = viewersOf(edge);
      const facts = { action: 'link_view', objectIds: { linkId: String(edge.id) } } as const;
      await tx.publishAll(viewers.map((companyId) => auditMessage('lineage', ctx, { ...facts, companyId })));
      const own = viewers.filter((companyId) => reader.readable.has(companyId));
      return { edge, decisions: await decisionsAbout(tx, edge, own) };
    });
    const withheld = await withheldOf(deps, ctx, edge, purpose ?? '');
    return {
      entry: entryToProto(entryFor(edge, reader)),
      comparisons: withheld === null ? explain(edge.levels, edge.weights) : [],
      probability: withheld === null ? edge.probability : 0,
      modelVersion: withheld === null ? edge.modelVersion : '',
      withheld: withheld ?? undefined,
      decisions: await Promise.all(decisions.map((one) => decisionToProto(deps.textKeys, edge, one))),
    };
  };
}

async function decisionToProto(keys: TextKeys, edge: Edge, decision: StoredDecision): Promise<Decision> {
  const { companyId, note: sealed, noteKeyVersion: keyVersion } = decision;
  const note =
    sealed === null || keyVersion === null
      ? ''
      : await openNote(keys, companyId, edge, { sealed, keyVersion });
  return {
    companyId: BigInt(companyId),
    verificationStatus: decision.verdict,
    note,
    decidedBy: BigInt(decision.decidedBy),
    decidedAt: decision.decidedAt,
  };
}
