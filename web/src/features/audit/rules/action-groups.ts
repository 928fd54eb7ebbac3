import { auditActions } from './actions.ts';

/** Groups of the filter, in its order; keys below `group.` in the texts. */
const groups = {
  data: /^(?:field_|data_|text_|consent_|integrity_)/,
  links: /^(?:link_|cross_company_|matching_)/,
  limits: /^(?:budget_|reveal_policy_|approval_)/,
  imports: /^import_/,
  keys: /^key_/,
  companies: /^(?:company_|webhook_|access_rule_)/,
  users: /^(?:user_|password_|welcome_|role_|setup_|factor_|recovery_|token_|credentials_)/,
  signIn: /^(?:login_|session_|logout|access_refused|address_)/,
  compliance: /^(?:compliance_|register_|report_)/,
  trail: /^(?:audit_|event_)/,
} as const;

/** Not listed among what users did: views of data are most of the trail and have separate entries. */
const looks = ['field_view', 'field_decrypt', 'data_search', 'link_view'];

export interface ActionGroup {
  key: string;
  actions: readonly string[];
}

/** Every action of the trail once, in groups. */
export const actionGroups: readonly ActionGroup[] = Object.entries(groups).map(([key, pattern]) => ({
  key,
  actions: auditActions.filter((action) => pattern.test(action)),
}));

export const userActionGroups: readonly ActionGroup[] = actionGroups.map(({ key, actions }) => ({
  key,
  actions: actions.filter((action) => !looks.includes(action)),
}));
