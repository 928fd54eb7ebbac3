import type { Caller, ServiceName, SessionLack } from '../core/context/caller.ts';
import { requireFreshProof } from '../core/context/fresh-proof.ts';
import { hasPermission, hasPermissionAnywhere, missingPermission } from '../core/context/permissions.ts';
import { permissionDenied } from '../core/errors/app-error.ts';

/** Who may call an RPC. Throws PERMISSION_DENIED or UNAUTHENTICATED when the caller may not. */
export interface Allow<Request> {
  /** The permission that the rule requires, if it is one; a test compares it with the REST contract's column. */
  readonly permission: string | undefined;
  /**
   * 'fresh': the call mints or widens access or destroys something, and needs a fresh proof; the contract's column is
   * compared with it, too.
   */
  readonly proof?: 'fresh';
  /** What a restricted session may lack and still make the call; default: nothing. */
  readonly lacking?: readonly SessionLack[];
  /** The company that the request names, if the rule looks at one. */
  companyOf?(request: Request): number | undefined;
  check(caller: Caller, request: Request): void;
}

/**
 * Users and API clients that hold a permission: in the company of the request when `companyOf` names
 * one, else in any company (the use case then narrows to `companiesWith`).
 */
export function permission<Request>(
  name: string,
  companyOf?: (request: Request) => number | number | undefined,
): Allow<Request> {
  const named = (request: Request): number | undefined => Number(companyOf?.(request) ?? 0) || undefined;
  return {
    permission: name,
    companyOf: named,
    check(caller, request) {
      if (caller.kind !== 'user') throw missingPermission(name);
      const companyId = named(request);
      const held =
        companyId === undefined
          ? hasPermissionAnywhere(caller, name)
          : hasPermission(caller, name, companyId);
      if (!held) throw missingPermission(name);
    },
  };
}

/**
 * The rule and a fresh proof of the caller, for calls that create or widen access or destroy something.
 * @param when which requests need the proof; default: all
 * @param automate permission with which programs make the call; default: AUTOMATE_ACCESS
 */
export function freshProof<Request>(
  rule: Allow<Request>,
  when: (request: Request) => boolean = () => true,
  automate?: string,
): Allow<Request> {
  return {
    ...rule,
    proof: 'fresh',
    check(who, request) {
      rule.check(who, request);
      if (who.kind !== 'user' || !when(request)) return;
      const scope = { permission: rule.permission, companyId: rule.companyOf?.(request) };
      requireFreshProof(who, automate === undefined ? scope : { ...scope, automate }, Date.now());
    },
  };
}

/** Any signed-in user or API client. */
export function caller<Request>(): Allow<Request> {
  return {
    permission: undefined,
    check(who) {
      if (who.kind !== 'user') throw permissionDenied('USERS_ONLY', 'This call needs a user');
    },
  };
}

/** The rule, also for a session that lacks one of `lacking`: for the calls by which it gets what it lacks. */
export function evenLacking<Request>(lacking: readonly SessionLack[], rule: Allow<Request>): Allow<Request> {
  return { ...rule, lacking };
}

/**
 * Work without a user, by the named services; the company of the request must be the token's, unless the
 * token speaks for the system.
 */
export function services<Request>(
  names: readonly ServiceName[],
  companyOf?: (request: Request) => number | number | undefined,
): Allow<Request> {
  return {
    permission: undefined,
    check(who, request) {
      if (who.kind !== 'service' || !names.includes(who.service)) throw callerNotAllowed();
      const companyId = companyOf?.(request);
      if (companyId !== undefined && who.company !== 'system' && who.company !== Number(companyId))
        throw callerNotAllowed();
    },
  };
}

const callerNotAllowed = () => permissionDenied('CALLER_NOT_ALLOWED', 'This caller may not use this call');

/** Allowed when one of the rules allows it; otherwise the first one's refusal. */
export function anyOf<Request>(...rules: readonly [Allow<Request>, ...Allow<Request>[]]): Allow<Request> {
  return {
    permission: rules.find((rule) => rule.permission !== undefined)?.permission,
    companyOf: (request) => rules.find((rule) => rule.permission !== undefined)?.companyOf?.(request),
    check(who, request) {
      let first: unknown;
      for (const rule of rules) {
        try {
          rule.check(who, request);
          return;
        } catch (error) {
          first ??= error;
        }
      }
      throw first;
    },
  };
}
