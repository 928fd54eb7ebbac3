import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { internal } from '@pii-vault/platform/core/errors/app-error';
import { type AuditFacts, auditMessage, encodeAuditEntry } from '@pii-vault/platform/domain/audit-entry';
import type { StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { constantMask } from '@pii-vault/platform/domain/field-types/mask';
import { type Committer, createCommitter } from '@pii-vault/platform/postgres/committer';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { bitOf } from '../consents/consent.ts';
import type { BudgetNotice, RevealBudgets, Taken } from '../limits/budgets/reveal-budgets.ts';
import type { AuditBacklog } from './audit-backlog.ts';
import type { TicketKind } from './decrypt-counter.ts';
import { type RevealItem, readForReveal } from './reveal-store.ts';
import type { StoredPerson } from './stored-person.ts';

/** Individual id → mask of field types. */
type Grants = Pick<ReadonlyMap<number, number>, 'get'>;

/**
 * Permission to decrypt certain fields of certain people of one company. Only this file creates tickets, after the
 * commit of the entry that names their fields.
 */
class AuditTicket {
  readonly kind: TicketKind;
  readonly companyId: number;
  readonly #grants: Grants;

  constructor(kind: TicketKind, companyId: number, grants: Grants) {
    this.kind = kind;
    this.companyId = companyId;
    this.#grants = grants;
  }

  permits(companyId: number, individualId: number, type: StoredType): boolean {
    return companyId === this.companyId && ((this.#grants.get(individualId) ?? 0) & bitOf(type)) !== 0;
  }
}

export type { AuditTicket };

/** Permissions of one person's read: raw values under `reveal`, values for a mask under `view`. */
export interface TicketedPerson {
  readonly person: StoredPerson;
  readonly reveal: AuditTicket | undefined;
  readonly view: AuditTicket | undefined;
  /** Present when most of the caller's budget is used. */
  readonly budget?: BudgetNotice;
}

export type PersonWanted = Omit<RevealItem, 'entry'>;

/** Result of a batch read, and the number of values it may decrypt. */
export interface BatchRead<T> {
  readonly found: T;
  readonly kind: TicketKind;
  /** Individual to mask of types that the ticket opens. */
  readonly grants: ReadonlyMap<number, number>;
  readonly values: number;
  readonly entry: Pick<AuditFacts, 'action' | 'fieldNames' | 'purpose' | 'objectIds' | 'piiFieldId'>;
}

function batchFacts<T>(companyId: number, batch: BatchRead<T>, taken?: Taken): AuditFacts {
  const individualIds = [...batch.grants.keys()];
  const [only, another] = individualIds;
  return {
    ...batch.entry,
    ...underApproval(taken),
    companyId,
    ...(another === undefined ? { individualId: only } : { individualIds }),
    counts: { individuals: individualIds.length, values: batch.values },
    ticket: batch.kind,
  };
}

/** Commits audit entries and then issues their tickets: without a commit, nothing is decrypted. */
export class AuditWriter {
  readonly #db: Pick<Database, 'tenant' | 'statement'>;
  readonly #committer: Committer<RevealItem, StoredPerson | undefined>;
  readonly #backlog: Pick<AuditBacklog, 'requireRoom'> | undefined;
  readonly #budgets: Pick<RevealBudgets, 'take'> | undefined;

  constructor(
    db: Pick<Database, 'tenant' | 'statement'>,
    backlog?: Pick<AuditBacklog, 'requireRoom'>,
    budgets?: Pick<RevealBudgets, 'take'>,
  ) {
    this.#db = db;
    this.#backlog = backlog;
    this.#budgets = budgets;
    this.#committer = createCommitter({
      commit: (queued) => readForReveal(db, queued),
    });
  }

  /**
   * Reads people of one company for one purpose, or as a view: one audit entry each, all in one commit, which single
   * people of concurrent calls share. Skips those that the company does not hold. People for a purpose are first
   * counted against the caller's budget.
   * @param isBulk a reveal that a second person may have to approve
   * @throws AppError, see spendBudget
   */
  async openPeople(
    ctx: Ctx,
    wanted: readonly PersonWanted[],
    { isBulk = false }: { readonly isBulk?: boolean } = {},
  ): Promise<TicketedPerson[]> {
    this.#backlog?.requireRoom();
    const [first, second] = wanted;
    if (first === undefined) return [];
    const { companyId, purpose } = first;
    if (wanted.some((one) => one.companyId !== companyId || one.purpose !== purpose))
      throw new Error('One reveal covers people of one company for one purpose');
    const open = async (taken?: Taken) => {
      const facts = { action: 'field_view', companyId, purpose, ...underApproval(taken) } as const;
      const entry = encodeAuditEntry(ctx, facts);
      const people =
        second === undefined
          ? [await this.#committer.submit({ ...first, entry })]
          : await readForReveal(
              this.#db,
              wanted.map((one) => ({ ...one, entry })),
            );
      return people.flatMap((person, n) => {
        const one = wanted[n];
        return person === undefined || one === undefined ? [] : [ticketed(one, person)];
      });
    };
    if (purpose === undefined) return await open();
    return await this.#counted(ctx, { companyId, purpose, people: wanted.length, isBulk }, open);
  }

  /** Counts people before they are decrypted. Refunds those without a revealed value, and all when the commit fails. */
  async #counted(
    ctx: Ctx,
    spending: { companyId: number; purpose: string; people: number; isBulk: boolean },
    open: (taken: Taken | undefined) => Promise<TicketedPerson[]>,
  ): Promise<TicketedPerson[]> {
    const taken = await this.#budgets?.take(ctx, spending);
    let people: TicketedPerson[] = [];
    try {
      people = await open(taken);
    } finally {
      const shown = people.reduce((sum, one) => (one.reveal === undefined ? sum : sum + 1), 0);
      if (shown < spending.people) taken?.giveBack(spending.people - shown);
    }
    const notice = taken?.notice;
    return notice === undefined ? people : people.map((one) => ({ ...one, budget: notice }));
  }

  /**
   * Reads in one transaction, with one entry that names every person of a page, a history or a batch; the ticket
   * follows its commit. Without fields to decrypt, there is no entry and no ticket.
   * @param reveals the purpose and the maximum number of people that a batch of kind `reveal` shows; counted against
   * the caller's budget
   */
  async openBatch<T>(
    ctx: Ctx,
    companyId: number,
    read: (tx: Tx) => Promise<BatchRead<T>>,
    reveals?: { readonly purpose: string; readonly people: number },
  ): Promise<{ found: T; ticket: AuditTicket | undefined }> {
    this.#backlog?.requireRoom();
    const taken = reveals && (await this.#budgets?.take(ctx, { companyId, ...reveals, isBulk: false }));
    let shown = 0;
    try {
      const batch = await this.#db.tenant({ companies: [companyId] }, async (tx) => {
        const one = await read(tx);
        if (one.kind === 'reveal' && reveals === undefined) throw new Error('A reveal must name its purpose');
        if (one.values > 0) await tx.publish(auditMessage('vault', ctx, batchFacts(companyId, one, taken)));
        return one;
      });
      if (batch.values > 0) shown = batch.grants.size;
      const ticket = batch.values > 0 ? new AuditTicket(batch.kind, companyId, batch.grants) : undefined;
      return { found: batch.found, ticket };
    } finally {
      if (reveals !== undefined && shown < reveals.people) taken?.giveBack(reveals.people - shown);
    }
  }
}

/** The entry of a reveal that a second person approved names the approval. */
function underApproval(taken: Taken | undefined): Pick<AuditFacts, 'objectIds'> {
  return taken?.approvalId === undefined ? {} : { objectIds: { approvalId: String(taken.approvalId) } };
}

/** What the committed entries permit: the same rule as in reveal_people. */
function ticketed(
  wanted: Pick<PersonWanted, 'purpose' | 'wantsDetail'>,
  person: StoredPerson,
): TicketedPerson {
  const isView = wanted.purpose === undefined;
  let [revealed, masked] = [0, 0];
  for (const { type, refusal } of person.fields)
    if (!isView && refusal === undefined) revealed |= bitOf(type);
    else if (constantMask(type) === null) masked |= bitOf(type);
  // If the purpose covers nothing, nothing is shown, not even a mask.
  const viewed = isView || (wanted.wantsDetail && revealed !== 0) ? masked : 0;
  const { companyId, individualId } = person;
  const ticketOf = (kind: TicketKind, mask: number) =>
    mask === 0
      ? undefined
      : new AuditTicket(kind, companyId, { get: (id) => (id === individualId ? mask : undefined) });
  return { person, reveal: ticketOf('reveal', revealed), view: ticketOf('view', viewed) };
}

export const ticketRequired = () => internal('TICKET_REQUIRED', 'Something went wrong on our side');
