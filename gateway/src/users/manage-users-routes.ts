import type { KeysOf } from '@pii-vault/contract/routes';
import type { User } from '@pii-vault/contract/users/users-schema';
import type { User as StoredUser } from '@pii-vault/proto/identity/v1/users';
import type { Clients } from '../clients.ts';
import type { CompanyNames } from '../companies/company-names.ts';
import type { Handlers, Reply } from '../edge/handler.ts';
import { etagOf } from '../wire/etag.ts';
import { present } from '../wire/values.ts';
import { toUser } from './users-mapper.ts';

type Deps = Pick<Clients, 'users'> & { names: CompanyNames };

/** With names of companies. */
export function manageUsersHandlers({ users, names }: Deps): Handlers<KeysOf<'user-management'>> {
  const toReply = async (user: StoredUser): Promise<Reply<User>> => {
    const named = await names(user.companyId === undefined ? [] : [user.companyId]);
    return { body: toUser(user, named), headers: { ETag: etagOf(user.version) } };
  };
  return {
    'GET /users/{id}': async ({ ctx, params }) => {
      const { user } = await users.getUser(ctx, params);
      return toReply(present(user));
    },
    'PUT /users/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const { companyId, ...change } = body;
      const answer = await users.updateUser(ctx, {
        ...params,
        ...change,
        // A message cannot tell null from what is absent.
        companyId: companyId ?? undefined,
        allCompanies: companyId === null,
        ifRowVersion,
      });
      return toReply(present(answer.user));
    },
    'POST /users/{id}/status': async ({ ctx, params, body, ifRowVersion }) => {
      const answer = await users.setUserStatus(ctx, { ...params, ...body, ifRowVersion });
      return toReply(present(answer.user));
    },
  };
}
