import { AccessFactsServiceService } from '@pii-vault/proto/identity/v1/access_facts';
import { ApiCredentialServiceService } from '@pii-vault/proto/identity/v1/api_credentials';
import { ApproverNoticesServiceService } from '@pii-vault/proto/identity/v1/approver_notices';
import { AuthServiceService } from '@pii-vault/proto/identity/v1/auth';
import { AuthorityServiceService } from '@pii-vault/proto/identity/v1/authority';
import { CompanyRoleServiceService } from '@pii-vault/proto/identity/v1/company_roles';
import { UserDirectoryServiceService } from '@pii-vault/proto/identity/v1/directory';
import { FactorPolicyServiceService } from '@pii-vault/proto/identity/v1/factor_policies';
import { FactorServiceService } from '@pii-vault/proto/identity/v1/factors';
import { FiguresServiceService } from '@pii-vault/proto/identity/v1/figures';
import { PasswordServiceService } from '@pii-vault/proto/identity/v1/passwords';
import { BlockedAddressServiceService, SecurityServiceService } from '@pii-vault/proto/identity/v1/security';
import { SessionServiceService } from '@pii-vault/proto/identity/v1/sessions';
import { UserServiceService } from '@pii-vault/proto/identity/v1/users';

/** Every RPC of identity by its name. */
export const everyRpc = {
  ...AuthServiceService,
  ...SessionServiceService,
  ...FactorServiceService,
  ...FactorPolicyServiceService,
  ...PasswordServiceService,
  ...UserServiceService,
  ...UserDirectoryServiceService,
  ...CompanyRoleServiceService,
  ...ApiCredentialServiceService,
  ...AuthorityServiceService,
  ...ApproverNoticesServiceService,
  ...FiguresServiceService,
  ...AccessFactsServiceService,
  ...SecurityServiceService,
  ...BlockedAddressServiceService,
};
