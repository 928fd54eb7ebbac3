import type { AccountAccess } from '@pii-vault/proto/identity/v1/access_facts';

export interface AccessReview {
  readonly id: number;
  readonly companyId: number;
  /** recorded: stated in an older release, without lines. */
  readonly status: 'recorded' | 'open' | 'discarded' | 'finished';
  readonly startedBy: number;
  readonly startedAt: Date;
  readonly reviewedBy: number | null;
  readonly reviewedAt: Date | null;
  readonly lines: number;
  readonly decided: number;
  readonly revoked: number;
  readonly snapshotSha256: string | null;
  readonly rowVersion: number;
}

/** One account or API client as it was when the review began. */
export interface NewLine {
  readonly kind: 'account' | 'credential';
  readonly userId: number;
  readonly role: string;
  readonly via: string;
  readonly defaultRole: string | null;
  readonly status: string;
  readonly hasSecondFactor: boolean;
  readonly clientId: string | null;
  readonly mayErase: boolean;
  readonly formerSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly isDormant: boolean;
}

export interface AccessLine extends NewLine {
  readonly id: number;
  readonly decision: 'keep' | 'revoke' | null;
  readonly reason: string | null;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
  readonly act: RevokeAct | null;
  readonly rowVersion: number;
}

/** gone: nothing was left to take away. */
export type RevokeAct = 'role_removed' | 'account_deactivated' | 'credential_revoked' | 'gone';

/** Why access is revoked: a closed list, because a text would be personal data of a user. */
export const REVOKE_REASONS: readonly string[] = ['left', 'duties', 'unused', 'unknown', 'other'];

const DORMANT_MS = 90 * 86_400_000;
/** Accounts of all companies. Only a super admin finds them in the list of users. */
export const isAcross = ({ via }: Pick<NewLine, 'via'>): boolean =>
  via === 'super_admin' || via === 'all_companies';

const PRIVILEGED: readonly string[] = ['super_admin', 'admin'];

/** Revoking the account of one needs a reason. */
export const isAdministrator = ({ kind, role }: Pick<NewLine, 'kind' | 'role'>): boolean =>
  kind === 'account' && PRIVILEGED.includes(role);

/**
 * The lines of a review in their order: unused access first, then administrators, then by user. The place of an account
 * of all companies does not tell its use.
 */
export function linesOf(accounts: readonly AccountAccess[], now: Date): NewLine[] {
  const rank = (line: NewLine) =>
    (line.isDormant && !isAcross(line) ? 0 : 2) + (PRIVILEGED.includes(line.role) ? 0 : 1);
  return accounts
    .flatMap((account) => linesOfAccount(account, now.getTime() - DORMANT_MS))
    .sort((a, b) => rank(a) - rank(b) || a.userId - b.userId);
}

function linesOfAccount(account: AccountAccess, dormantBefore: number): NewLine[] {
  const { credential, lastLoginAt } = account;
  const createdAt = account.createdAt ?? new Date(0);
  const isUnused = (...uses: readonly (Date | undefined)[]) =>
    Math.max(...uses.map((at) => at?.getTime() ?? 0)) < dormantBefore;
  const shared = {
    userId: account.userId,
    role: account.role,
    via: account.via,
    defaultRole: account.defaultRole ?? null,
    status: account.status,
    hasSecondFactor: account.hasSecondFactor,
  };
  const line: NewLine = {
    ...shared,
    kind: 'account',
    clientId: null,
    mayErase: false,
    formerSecretUntil: null,
    createdAt,
    lastUsedAt: lastLoginAt ?? null,
    // As DPDP-SEC-B1 counts: an account whose API client works is used.
    isDormant: isUnused(createdAt, lastLoginAt, credential?.lastUsedAt),
  };
  if (credential === undefined) return [line];
  const { clientId, mayErase, lastUsedAt, formerSecretUntil } = credential;
  const clientCreatedAt = credential.createdAt ?? createdAt;
  return [
    line,
    {
      ...shared,
      kind: 'credential',
      clientId,
      mayErase,
      formerSecretUntil: formerSecretUntil ?? null,
      createdAt: clientCreatedAt,
      lastUsedAt: lastUsedAt ?? null,
      isDormant: isUnused(clientCreatedAt, lastUsedAt),
    },
  ];
}

/** A line as those see it whose list of users does not show the account: that it exists, with its role. */
export function withoutHidden<T extends NewLine>(line: T) {
  const nothing = { clientId: null, lastUsedAt: null, formerSecretUntil: null };
  const unknown = {
    status: undefined,
    hasSecondFactor: undefined,
    mayErase: undefined,
    isDormant: undefined,
  };
  return { ...line, ...nothing, ...unknown };
}

/**
 * The evidence: one line of JSON, keys in alphabetical order, times as ISO 8601. Ids only, no name, and of accounts of
 * all companies what every reader of the company may see.
 */
export function snapshotOf(
  review: Pick<AccessReview, 'id' | 'companyId' | 'startedBy' | 'startedAt'>,
  lines: readonly AccessLine[],
  finished: { readonly by: number; readonly at: Date },
): Buffer {
  return Buffer.from(
    JSON.stringify({
      companyId: review.companyId,
      finishedAt: finished.at.toISOString(),
      finishedBy: finished.by,
      kind: 'access_review',
      lines: lines.map(shownToAll).map((line) => ({
        act: line.act ?? undefined,
        clientId: line.clientId ?? undefined,
        createdAt: line.createdAt.toISOString(),
        decidedAt: line.decidedAt?.toISOString(),
        decidedBy: line.decidedBy ?? undefined,
        decision: line.decision ?? undefined,
        defaultRole: line.defaultRole ?? undefined,
        formerSecretUntil: line.formerSecretUntil?.toISOString(),
        id: line.id,
        isDormant: line.isDormant,
        kind: line.kind,
        lastUsedAt: line.lastUsedAt?.toISOString(),
        mayErase: line.kind === 'credential' ? line.mayErase : undefined,
        reason: line.reason ?? undefined,
        role: line.role,
        secondFactor: line.hasSecondFactor,
        status: line.status,
        userId: line.userId,
        via: line.via,
      })),
      reviewId: review.id,
      startedAt: review.startedAt.toISOString(),
      startedBy: review.startedBy,
    }),
  );
}

const shownToAll = (line: AccessLine) => (isAcross(line) ? withoutHidden(line) : line);

/** What crypto signs of it: one line of JSON, keys in alphabetical order. */
export function statementOf(
  { id, companyId, lines, revoked }: Pick<AccessReview, 'id' | 'companyId' | 'lines' | 'revoked'>,
  finishedAt: Date,
  snapshotSha256: string,
): Buffer {
  return Buffer.from(
    JSON.stringify({
      certificate: 'access_review',
      companyId,
      finishedAt: finishedAt.toISOString(),
      lines,
      reviewId: id,
      revoked,
      snapshotSha256,
    }),
  );
}
