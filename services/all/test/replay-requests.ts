import type { ApiRequest } from './api-caller.ts';
import type { OwnResources } from './own-resources.ts';
import { auditRequests } from './requests/audit-requests.ts';
import { budgetRequests } from './requests/budget-requests.ts';
import { complianceRequests, registerRequests } from './requests/compliance-requests.ts';
import { keyRequests } from './requests/crypto-requests.ts';
import { exportRequests } from './requests/export-requests.ts';
import { figuresRequests } from './requests/figures-requests.ts';
import {
  departureRequests,
  securityRequests,
  sessionRequests,
  userRequests,
} from './requests/identity-requests.ts';
import { lineageRequests } from './requests/lineage-requests.ts';
import { companyRequests, tenancyRequests } from './requests/tenancy-requests.ts';
import {
  erasureRequests,
  fieldRequests,
  importRequests,
  peopleRequests,
  principalRequests,
} from './requests/vault-requests.ts';

/** One request of A for every call that is not public, in an order in which all of them succeed. */
export const requestsOf = (own: OwnResources): ApiRequest[] => [
  ...sessionRequests(own),
  ...exportRequests(own),
  ...keyRequests(own),
  ...companyRequests(own),
  ...securityRequests(),
  ...userRequests(own),
  ...tenancyRequests(own),
  ...peopleRequests(own),
  ...fieldRequests(own),
  ...budgetRequests(own),
  ...importRequests(own),
  ...principalRequests(own),
  ...figuresRequests(own),
  ...lineageRequests(own),
  ...auditRequests(own),
  ...complianceRequests(own),
  ...registerRequests(own),
  ...erasureRequests(own),
  ...departureRequests(own),
];
