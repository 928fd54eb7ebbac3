import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { noteReadEntry, noteView, shownNote } from '@pii-vault/platform/domain/free-text/note-view';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Decision, ExplainEntryRequest, ExplainEntryResponse } from '@pii-vault/proto/lineage/v1/links';
import { decisionsAbout, type StoredDecision } from './decisions/decisions-store.ts';
import { openNote } from './decisions/sealed-note.ts';
import { type Edge, viewersOf } from './edge.ts';
import { entryFor } from './entry.ts';
import { explain } from './explain.ts';
import { type LinksDeps, readerOf } from './links-deps.ts';
import { entryToProto } from './links-proto.ts';
import { findEdge } from './list-store.ts';
import { withPairEvidence } from './pair-evidence.ts';
import { databaseScope, singleEdges } from './reader.ts';
import { requirePurposeForm, type WithheldDeps, withheldOf } from './withheld.ts';

export interface ExplainDeps extends LinksDeps, WithheldDeps {
  readonly textKeys: TextKeys;
}

/**
 * The evidence of a link. The entry is that of the lists, also where its evidence is withheld, and where the caller may
 * reveal both sides of a graded pair. The read is recorded in both companies' trails before a note is decrypted.
 */
export function explainEntry(deps: ExplainDeps) {
  return async (ctx: Ctx, { id, purpose }: ExplainEntryRequest): Promise<ExplainEntryResponse> => {
    requirePurposeForm(purpose ?? '');
    const reader = singleEdges(await readerOf(deps, ctx));
    const { edge, decisions } = await deps.db.tenant(databaseScope(reader), async (tx) => {
      const edge = await findEdge(tx, reader, id);
      if (edge === undefined) throw notFound();
      const viewers = viewersOf(edge);
      const objectIds = { linkId: String(edge.id) };
      const facts = { action: 'link_view', objectIds, purpose: purpose ?? '' } as const;
      await tx.publishAll(viewers.map((companyId) => auditMessage('lineage', ctx, { ...facts, companyId })));
      const own = viewers.filter((companyId) => reader.readable.has(companyId));
      const decisions = await decisionsAbout(tx, edge, own);
      await enterReading(tx, ctx, edge, decisions);
      return { edge, decisions };
    });
    const known = await deps.db.system((tx) => withPairEvidence(tx, ctx.caller, reader, edge));
    const withheld = await withheldOf(deps, ctx, known, purpose ?? '');
    return {
      entry: entryToProto(entryFor(edge, reader)),
      comparisons: withheld === null ? explain(known.levels, known.weights) : [],
      probability: withheld === null ? known.probability : 0,
      modelVersion: withheld === null ? known.modelVersion : '',
      withheld: withheld ?? undefined,
      decisions: await Promise.all(decisions.map((one) => decisionToProto(deps.textKeys, ctx, edge, one))),
    };
  };
}

/** Records in the trail whose notes the caller reads, in the same transaction; they are decrypted after its commit. */
async function enterReading(
  tx: Tx,
  ctx: Ctx,
  edge: Edge,
  decisions: readonly StoredDecision[],
): Promise<void> {
  const read = decisions.filter(
    ({ companyId, note }) => note !== null && noteView(ctx.caller, companyId) !== 'withheld',
  );
  const objectIds = { linkId: String(edge.id) };
  await tx.publishAll(
    read.map(({ companyId }) =>
      noteReadEntry('lineage', ctx, { companyId, objectIds, fieldNames: ['note'] }),
    ),
  );
}

async function decisionToProto(
  keys: TextKeys,
  ctx: Ctx,
  edge: Edge,
  decision: StoredDecision,
): Promise<Decision> {
  const { companyId, note: sealed, noteKeyVersion: keyVersion } = decision;
  const view = noteView(ctx.caller, companyId);
  const isWithheld = sealed !== null && view === 'withheld';
  const isOpened = sealed !== null && keyVersion !== null && !isWithheld;
  const note = isOpened ? await openNote(keys, companyId, edge, { sealed, keyVersion }) : undefined;
  return {
    companyId,
    verificationStatus: decision.verdict,
    note: isWithheld ? undefined : note === undefined ? '' : shownNote(note, view),
    texts: {
      view,
      filled: sealed === null ? [] : ['note'],
      identifiers: note?.identifiers.length ?? 0,
    },
    decidedBy: decision.decidedBy,
    decidedAt: decision.decidedAt,
  };
}
