import { type Permission, permissions } from '@pii-vault/contract/permissions';
import {
  type Caller,
  SERVICE_NAMES,
  type ServiceName,
  type SessionLack,
} from '@pii-vault/platform/core/context/caller';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { ServedMethod } from '@pii-vault/platform/rpc/serve';

const [OWN, OTHER] = [1, 2];

const user = (companyId: number, held: readonly Permission[]): Caller => ({
  kind: 'user',
  userId: 1,
  sessionId: 's',
  clientId: undefined,
  actorUserId: undefined,
  provenAt: Date.now(),
  isSuperAdmin: false,
  everywhere: new Set(),
  companies: new Map([[companyId, new Set(held)]]),
});
const service = (name: ServiceName, company: number | 'system'): Caller => ({
  kind: 'service',
  service: name,
  company,
});

/** Tries every caller on an RPC about company 1. @returns the allowed ones in the notation of `whoMayCall` */
export function probedRule(method: ServedMethod): string {
  const request: unknown = {
    ...Object(method.definition.requestDeserialize(Buffer.alloc(0))),
    companyId: OWN,
    // Of a call about the company itself.
    id: OWN,
    scope: { $case: 'companyId', value: OWN },
  };
  const may = (caller: Caller) => {
    try {
      method.check(caller, request);
      return true;
    } catch (error) {
      if (AppError.from(error).code === 'PERMISSION_DENIED') return false;
      throw error;
    }
  };
  const callers = SERVICE_NAMES.filter((name) => may(service(name, OWN)));
  if (may(user(OWN, []))) return ['user', ...callers].join(' | ');
  const holders = permissions.filter((name) => may(user(OWN, [name])));
  // Expected: a token for the system has the same access as one for the company.
  const odd = SERVICE_NAMES.filter((name) => may(service(name, 'system')) !== callers.includes(name));
  const elsewhere = [
    ...permissions.filter((name) => may(user(OTHER, [name]))),
    ...SERVICE_NAMES.filter((name) => may(service(name, OTHER))),
  ];
  const all = callers.length === SERVICE_NAMES.length;
  const who = [...holders, ...(all ? ['every service'] : callers)].join(' | ');
  if (odd.length > 0) return `${who}, but for the system not alike: ${odd}`;
  if (elsewhere.length === 0) return `${who} in its company`;
  return elsewhere.length === holders.length + callers.length ? who : `${who}, elsewhere ${elsewhere}`;
}

/** Whether a restricted session, even of a user with every permission, is not refused because of what it lacks. */
export function isOpenTo(method: ServedMethod, lacks: SessionLack): boolean {
  const caller = { ...user(OWN, permissions), lacks };
  const refused = {
    second_factor: 'SECOND_FACTOR_REQUIRED',
    new_password: 'NEW_PASSWORD_REQUIRED',
    factor_enrolment: 'FACTOR_ENROLMENT_REQUIRED',
  };
  try {
    method.check(caller, method.definition.requestDeserialize(Buffer.alloc(0)));
    return true;
  } catch (error) {
    const { code, reason } = AppError.from(error);
    return code !== 'PERMISSION_DENIED' || reason !== refused[lacks];
  }
}
