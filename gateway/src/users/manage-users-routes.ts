import type { KeysOf } from '@pii-vault/contract/routes';
import type { User } from '@pii-vault/contract/users/users-schema';
import type { User as StoredUser } from '@pii-vault/proto/identity/v1/users';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers, Reply } from '../edge/handler.ts';
import { etagOf } from '../wire/etag.ts';
import { given, present } from '../wire/values.ts';
import { toUser } from './users-mapper.ts';

type Deps = Pick<Clients, 'users'> & { names: CompanyNames };

export function manageUsersHandlers({ users, names }: Deps): Handlers<KeysOf<'user-management'>> {
  const toReply = async (user: StoredUser): Promise<Reply<User>> => {
    const named = await names(user.companyId === undefined ? [] : [user.companyId]);
    return { body: toUser(user, named), headers: { ETag: etagOf(user.rowVersion) } };
  };
  return {
    'GET /users/{id}': async ({ ctx, params }) => {
      const { user } = await users.getUser(ctx, { userId: params.id });
      return toReply(present(user));
    },
    'PUT /users/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const { email, firstName, lastName, role, companyId } = body;
      const answer = await users.updateUser(ctx, {
        userId: params.id,
        email,
        firstName,
        lastName,
        role,
        companyId: typeof companyId === 'number' ? companyId : undefined,
        allCompanies: companyId === null,
        ifRowVersion,
      });
      return toReply(present(answer.user));
    },
    'POST /users/{id}/status': async ({ ctx, params, body, ifRowVersion }) => {
      const userId = params.id;
      const answer = await users.setUserStatus(ctx, { userId, ...body, ifRowVersion });
      return toReply(present(answer.user));
    },
    'DELETE /users/{id}': async ({ ctx, params, ifRowVersion }) => {
      await users.deleteUser(ctx, { userId: params.id, ifRowVersion });
      return { body: { success: true } };
    },
    'POST /users/{id}/admin-password': async ({ ctx, params, body }) => {
      await users.setUserPassword(ctx, { userId: params.id, ...body });
      return { body: { success: true } };
    },
    'POST /users/{id}/resend-email': async ({ ctx, params, body }) => {
      const answer = await users.resendWelcome(ctx, { userId: params.id, ...body });
      const { temporaryPassword, emailSent } = answer;
      return { body: { success: true, ...given({ temporaryPassword }), emailSent } };
    },
  };
}
