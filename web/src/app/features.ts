import { audit } from '../features/audit/routes.tsx';
import { companies } from '../features/companies/routes.tsx';
import { firstSteps } from '../features/first-steps/routes.tsx';
import { individuals } from '../features/individuals/routes.tsx';
import { lineage } from '../features/lineage/routes.tsx';
import { session } from '../features/session/routes.tsx';
import { users } from '../features/users/routes.tsx';
import type { Feature } from '../routing/feature.ts';

/** Every feature that works; a new one is one line here. Order of the screens inside a group is the order here. */
export const features: readonly Feature[] = [
  session,
  firstSteps,
  individuals,
  lineage,
  companies,
  audit,
  users,
];
