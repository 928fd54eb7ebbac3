import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import {
  CompanyRoleChanged,
  LoginAttempted,
  SessionEnded,
  SessionStarted,
  UserChanged,
  UserCreated,
} from '@pii-vault/proto/identity/events/v1/identity_events';

interface UserFacts {
  readonly id: number;
  readonly companyId: number | null;
  readonly role: string;
}

export function userCreated(user: UserFacts): OutboxMessage {
  const payload = UserCreated.encode({
    userId: user.id,
    companyId: user.companyId ?? undefined,
    role: user.role,
  }).finish();
  return { topic: 'identity.user_created', key: userKey(user.id), companyId: user.companyId, payload };
}

type UserTopic = 'identity.user_updated' | 'identity.user_deleted';

export function userChanged(topic: UserTopic, user: UserFacts & { rowVersion: number }): OutboxMessage {
  const payload = UserChanged.encode({
    userId: user.id,
    companyId: user.companyId ?? undefined,
    role: user.role,
    rowVersion: user.rowVersion,
  }).finish();
  return { topic, key: userKey(user.id), companyId: user.companyId, payload };
}

export function sessionStarted(session: { id: string; userId: number; expiresAt: Date }): OutboxMessage {
  const { id, userId, expiresAt } = session;
  const payload = SessionStarted.encode({ sessionId: id, userId, expiresAt }).finish();
  return { topic: 'identity.session_started', key: userKey(userId), companyId: null, payload };
}

export type EndCause = 'logout' | 'disabled' | 'role_changed' | 'password_changed' | 'factors_reset';

export function sessionEnded(session: { id: string; userId: number }, cause: EndCause): OutboxMessage {
  const payload = SessionEnded.encode({
    sessionId: session.id,
    userId: session.userId,
    cause,
  }).finish();
  return { topic: 'identity.session_ended', key: userKey(session.userId), companyId: null, payload };
}

export interface AttemptFacts {
  readonly attemptId: number;
  readonly userId: number | null;
  readonly companyId: number | null;
  readonly success: boolean;
  readonly blocked: boolean;
  readonly riskScore: number;
}

export function loginAttempted(attempt: AttemptFacts): OutboxMessage {
  const payload = LoginAttempted.encode({
    attemptId: attempt.attemptId,
    userId: attempt.userId ?? undefined,
    companyId: attempt.companyId ?? undefined,
    success: attempt.success,
    blocked: attempt.blocked,
    riskScore: attempt.riskScore,
    attemptedAt: new Date(),
  }).finish();
  const key = attempt.userId === null ? 'login' : userKey(attempt.userId);
  return { topic: 'identity.login_attempted', key, companyId: attempt.companyId, payload };
}

type RoleTopic = 'identity.company_role_assigned' | 'identity.company_role_removed';

export function companyRoleChanged(
  topic: RoleTopic,
  grant: { userId: number; companyId: number; role: string },
): OutboxMessage {
  const payload = CompanyRoleChanged.encode({
    userId: grant.userId,
    companyId: grant.companyId,
    role: grant.role,
  }).finish();
  return { topic, key: userKey(grant.userId), companyId: grant.companyId, payload };
}

function userKey(userId: number): string {
  return `user:${userId}`;
}
