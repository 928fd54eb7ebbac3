import { accessControl } from '../features/access-control/routes.tsx';
import { analytics } from '../features/analytics/routes.tsx';
import { apiTesting } from '../features/api-testing/routes.tsx';
import { approvals } from '../features/approvals/routes.tsx';
import { audit } from '../features/audit/routes.tsx';
import { companies } from '../features/companies/routes.tsx';
import { compliance } from '../features/compliance/routes.tsx';
import { dashboard } from '../features/dashboard/routes.tsx';
import { encryption } from '../features/encryption/routes.tsx';
import { encryptionKeys } from '../features/encryption-keys/routes.tsx';
import { governance } from '../features/governance/routes.tsx';
import { imports } from '../features/imports/routes.tsx';
import { individuals } from '../features/individuals/routes.tsx';
import { lineage } from '../features/lineage/routes.tsx';
import { parkedEvents } from '../features/parked-events/routes.tsx';
import { piiDemo } from '../features/pii-demo/routes.tsx';
import { security } from '../features/security/routes.tsx';
import { session } from '../features/session/routes.tsx';
import { users } from '../features/users/routes.tsx';
import { webhooks } from '../features/webhooks/routes.tsx';
import type { Feature, Screen } from '../routing/feature.ts';

/** All features. The order of the screens inside a group is the order here. */
export const features: readonly Feature[] = [
  dashboard,
  analytics,
  individuals,
  imports,
  lineage,
  companies,
  encryption,
  encryptionKeys,
  accessControl,
  security,
  compliance,
  governance,
  audit,
  users,
  approvals,
  session,
  parkedEvents,
  apiTesting,
  webhooks,
  piiDemo,
];

export const screens: readonly Screen[] = features.flatMap((feature) => feature.screens);
