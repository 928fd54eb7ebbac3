import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import type { RpcSpecs } from '@pii-vault/platform/rpc/serve';
import type { UpdateUserRequest, UsersService } from '@pii-vault/proto/identity/v1/users';
import type { UserStatus } from '../accounts/user.ts';
import type { UserChange } from '../accounts/user-change.ts';
import { invalid } from '../errors.ts';
import { type ChangeUserDeps, changeUser, deleteUser } from './change-user.ts';
import { resendWelcome, type SetUserPasswordDeps, setUserPassword } from './set-user-password.ts';
import { toProto } from './user-mapper.ts';

export type ManageUsersDeps = ChangeUserDeps & SetUserPasswordDeps;

type ManageSpecs = Pick<
  RpcSpecs<typeof UsersService>,
  'updateUser' | 'setUserStatus' | 'deleteUser' | 'setUserPassword' | 'resendWelcome'
>;

export function manageUsersSpecs(deps: ManageUsersDeps): ManageSpecs {
  const change = changeUser(deps);
  const remove = deleteUser(deps);
  const setPassword = setUserPassword(deps);
  const resend = resendWelcome(deps);
  const allow = permission<unknown>('users:manage');
  return {
    updateUser: {
      allow: freshProof(permission('users:manage'), widensAccess),
      handle: async (ctx, req) => {
        const { id, ifRowVersion } = req;
        return { user: toProto(await change(ctx, { id, change: changeOf(req), ifRowVersion })) };
      },
    },
    setUserStatus: {
      allow: freshProof(allow),
      handle: async (ctx, { id, status, ifRowVersion }) => {
        const input = { id, change: { status: statusOf(status) }, ifRowVersion };
        return { user: toProto(await change(ctx, input)) };
      },
    },
    deleteUser: {
      allow: freshProof(allow),
      handle: async (ctx, req) => {
        await remove(ctx, req);
        return {};
      },
    },
    setUserPassword: {
      allow: freshProof(allow),
      handle: async (ctx, req) => {
        await setPassword(ctx, req);
        return {};
      },
    },
    resendWelcome: {
      allow: freshProof(allow),
      handle: resend,
    },
  };
}

/** Role and company are rights, and a link that sets the password is mailed to the address. */
function widensAccess({ email, role, companyId, allCompanies }: UpdateUserRequest): boolean {
  return allCompanies || [email, role, companyId].some((given) => given !== undefined);
}

function changeOf(req: UpdateUserRequest): UserChange {
  const { email, firstName, lastName, role } = req;
  const companyId = req.allCompanies ? null : req.companyId;
  return { email, firstName, lastName, role, companyId };
}

const STATUSES: readonly UserStatus[] = ['active', 'inactive', 'suspended'];

function statusOf(text: string): UserStatus {
  const status = STATUSES.find((known) => known === text);
  if (status === undefined)
    throw invalid('INVALID_USER', [{ path: 'status', message: 'Status is not valid' }]);
  return status;
}
