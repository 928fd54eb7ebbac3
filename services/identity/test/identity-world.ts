import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Mail } from '@pii-vault/platform/mail/mailer';
import { verifyInternalToken } from '@pii-vault/platform/rpc/tokens/internal-token';
import { jwksKeys } from '@pii-vault/platform/rpc/tokens/jwks-keys';
import type { Module } from '@pii-vault/platform/runtime/module/module';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { AuditEntry } from '@pii-vault/proto/audit/v1/entry';
import { ApiCredentialsService } from '@pii-vault/proto/identity/v1/api_credentials';
import {
  AuthService,
  type ExchangeCredentialRequest,
  type LivenessRequest,
} from '@pii-vault/proto/identity/v1/auth';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { CompanyRolesService } from '@pii-vault/proto/identity/v1/company_roles';
import { UserDirectoryService } from '@pii-vault/proto/identity/v1/directory';
import { FactorPoliciesService } from '@pii-vault/proto/identity/v1/factor_policies';
import { FactorsService } from '@pii-vault/proto/identity/v1/factors';
import { PasswordsService } from '@pii-vault/proto/identity/v1/passwords';
import { BlockedAddressesService, SecurityService } from '@pii-vault/proto/identity/v1/security';
import { SessionsService } from '@pii-vault/proto/identity/v1/sessions';
import { UsersService } from '@pii-vault/proto/identity/v1/users';
import { identityModuleAt } from '../src/module.ts';
import { cryptoNeighbour, tenancyNeighbour } from './neighbours.ts';

export const PASSWORD = 'Correct-Horse-7';

export const SUPER_PERMISSIONS = [
  ...['pii:read', 'pii:reveal', 'pii:write', 'pii:erase', 'audit:read', 'company:create', 'company:manage'],
  ...[
    'encryption:manage',
    'lineage:read',
    'lineage:pairs',
    'lineage:decide',
    'compliance:read',
    'compliance:manage',
  ],
  ...['users:manage', 'access:manage', 'security:read', 'analytics:read', 'notes:read'],
];
export const ADMIN_PERMISSIONS = SUPER_PERMISSIONS.filter(
  (name) => !['company:create', 'access:manage'].includes(name),
);

/** A super_admin by token only, without a row. */
export const SUPER = { userId: 9_001, everywhere: SUPER_PERMISSIONS };

/** An administrator of the given companies by token only. */
export function adminOf(...companyIds: number[]) {
  return { userId: 9_002, companies: Object.fromEntries(companyIds.map((id) => [id, ADMIN_PERMISSIONS])) };
}

export function viewerOf(companyId: number) {
  return { userId: 9_003, companies: { [companyId]: ['pii:read', 'pii:reveal'] } };
}

function clients(world: TestWorld) {
  return {
    auth: world.client(AuthService, 'identity'),
    sessions: world.client(SessionsService, 'identity'),
    factors: world.client(FactorsService, 'identity'),
    factorPolicies: world.client(FactorPoliciesService, 'identity'),
    passwords: world.client(PasswordsService, 'identity'),
    users: world.client(UsersService, 'identity'),
    roles: world.client(CompanyRolesService, 'identity'),
    credentials: world.client(ApiCredentialsService, 'identity'),
    authority: world.client(AuthorityService, 'identity'),
    security: world.client(SecurityService, 'identity'),
    blocks: world.client(BlockedAddressesService, 'identity'),
    names: world.client(UserDirectoryService, 'identity'),
  };
}

export interface NewTestUser {
  readonly email: string;
  readonly role?: string;
  readonly companyId?: number;
}

export type IdentityWorld = Awaited<ReturnType<typeof bootIdentity>>;

type Settings = Readonly<Record<string, string>>;

/**
 * Identity with companies 1, 2 and 3, and fakes of the services that it calls. @param isQuiet without jobs and events,
 * as after a restore @param now its clock @param more fakes of services
 */
export async function bootIdentity(
  env: Settings = {},
  isQuiet = false,
  now = Date.now,
  more: readonly Module[] = [],
) {
  const companies = new Set([1, 2, 3]);
  const { sent, mail, mailer } = testMailer();
  const modules = [cryptoNeighbour(), tenancyNeighbour(companies), ...more, identityModuleAt(now)];
  // Separate tests cover the cost of a hash, which would slow down every user and login here.
  const cheap = { IDENTITY_PASSWORD_MEMORY_KIB: '64' };
  const world = await bootModules(modules, { env: { ...cheap, ...env }, mailer, isQuiet });
  const rpcs = clients(world);
  const keys = jwksKeys(async () => (await rpcs.auth.getJwks(world.asService('gateway'), {})).keys);
  return {
    world,
    companies,
    sent,
    /** Can make the mail server refuse mails, and counts refusals. */
    mail,
    ...rpcs,
    /** A context of the gateway with this address of the client. */
    gateway: (ipAddress?: string): Ctx => gatewayAt(world, ipAddress),
    /** Signs in from the usual address. */
    logIn: (email: string, password = PASSWORD, isBrowser = false) =>
      rpcs.auth.login(gatewayAt(world), signIn(email, password, isBrowser)),
    /** Creates a user with PASSWORD and returns its id. */
    async create(user: NewTestUser): Promise<number> {
      const request = { ...newUser(user), generatePassword: false, password: PASSWORD };
      const answer = await rpcs.users.createUser(await world.as(SUPER), request);
      return answer.user?.id ?? 0;
    },
    ...credentialChecks(world, rpcs.auth),
    /** The caller that services get from an internal token. */
    callerOf: async (token: string) => (await verifyInternalToken(token, keys)).caller,
    async audited(action: string) {
      await world.drain();
      const rows = await world.sql<{ payload: Buffer }>(
        `SELECT payload FROM bus.log WHERE topic = 'identity.audit' ORDER BY position`,
      );
      return rows.map(({ payload }) => AuditEntry.decode(payload)).filter((entry) => entry.action === action);
    },
  };
}

/** Calls of the gateway for a bearer token. */
function credentialChecks(world: TestWorld, auth: ReturnType<typeof clients>['auth']) {
  const liveness = (ids: Partial<LivenessRequest>) =>
    auth.liveness(gatewayAt(world), { sessionIds: [], clientIds: [], activeSessionIds: [], ...ids });
  return {
    exchange: (bearer: string, more: Partial<ExchangeCredentialRequest> = {}) =>
      auth.exchangeCredential(gatewayAt(world), { bearer, contextCookie: '', passive: false, ...more }),
    liveness,
    isLive: async (sessionId: string) =>
      (await liveness({ sessionIds: [sessionId] })).sessions.some(({ id }) => id === sessionId),
  };
}

function testMailer() {
  const sent: Mail[] = [];
  const mail = { isDown: false, refused: 0 };
  const mailer = {
    send: async (each: Mail) => {
      if (mail.isDown) {
        mail.refused++;
        throw new Error('The mail server is down');
      }
      sent.push(each);
    },
    close: async () => undefined,
  };
  return { sent, mail, mailer };
}

function gatewayAt(world: TestWorld, ipAddress = '203.0.113.7'): Ctx {
  return { ...world.asService('gateway'), ipAddress, userAgent: 'Browser' };
}

export function newUser({ email, role = 'pii_view', companyId }: NewTestUser) {
  return {
    email,
    firstName: 'Asha',
    lastName: 'Rao',
    role,
    companyId: companyId,
    generatePassword: true,
    password: '',
    sendEmail: false,
  };
}

/** A rotation that ends the former secret at once. */
export const KEEPING = { overlapHours: 0 };

/** An update of a user that changes nothing. */
export const NOTHING = { allCompanies: false };

/** A proof for ConfirmSession. */
export function byPassword(password: string) {
  return { password, totpCode: '', passkeyJson: '' };
}

/** A login request from an unsuspicious device. */
export function signIn(email: string, password = PASSWORD, browser = false) {
  return { email, password, deviceFingerprint: '{}', browser, code: '', deviceCookie: '', language: '' };
}
