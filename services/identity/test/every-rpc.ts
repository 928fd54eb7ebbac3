import { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import { ApiCredentialsService } from '@pii-vault/proto/identity/v1/api_credentials';
import { ApproverNoticesService } from '@pii-vault/proto/identity/v1/approver_notices';
import { AuthService } from '@pii-vault/proto/identity/v1/auth';
import { AuthorityService } from '@pii-vault/proto/identity/v1/authority';
import { CompanyRolesService } from '@pii-vault/proto/identity/v1/company_roles';
import { UserDirectoryService } from '@pii-vault/proto/identity/v1/directory';
import { FactorPoliciesService } from '@pii-vault/proto/identity/v1/factor_policies';
import { FactorsService } from '@pii-vault/proto/identity/v1/factors';
import { FiguresService } from '@pii-vault/proto/identity/v1/figures';
import { PasswordsService } from '@pii-vault/proto/identity/v1/passwords';
import { BlockedAddressesService, SecurityService } from '@pii-vault/proto/identity/v1/security';
import { SessionsService } from '@pii-vault/proto/identity/v1/sessions';
import { UsersService } from '@pii-vault/proto/identity/v1/users';

/** Every RPC of identity by its name. */
export const everyRpc = {
  ...AuthService,
  ...SessionsService,
  ...FactorsService,
  ...FactorPoliciesService,
  ...PasswordsService,
  ...UsersService,
  ...UserDirectoryService,
  ...CompanyRolesService,
  ...ApiCredentialsService,
  ...AuthorityService,
  ...ApproverNoticesService,
  ...FiguresService,
  ...AccessFactsService,
  ...SecurityService,
  ...BlockedAddressesService,
};
