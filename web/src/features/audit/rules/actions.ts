import type { AuditTrailEntry } from '@pii-vault/contract/audit-trail/audit-trail-schema';
import {
  BadgeCheck,
  Ban,
  Building2,
  Download,
  Eraser,
  Eye,
  EyeOff,
  FilePenLine,
  FilePlus2,
  Fingerprint,
  Gauge,
  GitBranch,
  KeyRound,
  Link2,
  LogIn,
  LogOut,
  type LucideIcon,
  Scale,
  Search,
  ServerCog,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  Undo2,
  Upload,
  UserCheck,
  UserCog,
  Webhook,
} from 'lucide-react';
import type { Tone } from '../../../ui/status-badge.tsx';

/** Badge and icon of an action. `badge` is a key below `outcome.` in the texts. */
interface ActionLook {
  badge: string;
  tone: Tone;
  icon: LucideIcon;
}

const look = (badge: string, tone: Tone, icon: LucideIcon): ActionLook => ({ badge, tone, icon });
const key = look('key', 'info', KeyRound);
const company = look('admin', 'accent', Building2);
const agreement = look('admin', 'accent', Link2);
const approval = look('approval', 'accent', UserCheck);
const webhook = look('admin', 'accent', Webhook);
const user = look('admin', 'accent', UserCog);
const credentials = look('admin', 'accent', Fingerprint);

/** All actions, in the order of the filter. A test compares them with the platform's list. */
export const actionLooks = {
  field_view: look('masked', 'neutral', EyeOff),
  field_decrypt: look('allowed', 'success', Eye),
  data_create: look('create', 'neutral', FilePlus2),
  cross_company_link: look('link', 'accent', GitBranch),
  compliance_check: look('check', 'neutral', Scale),
  compliance_violation: look('violation', 'error', Scale),
  register_create: look('check', 'neutral', Scale),
  register_update: look('check', 'neutral', Scale),
  report_create: look('check', 'neutral', Scale),
  report_download: look('check', 'neutral', Scale),
  text_read: look('view', 'neutral', Eye),
  key_rotate: key,
  data_update: look('update', 'neutral', FilePenLine),
  data_work: look('system', 'neutral', ServerCog),
  data_search: look('allowed', 'success', Search),
  data_erase: look('update', 'error', Eraser),
  data_shred: look('update', 'error', Eraser),
  data_export: look('view', 'neutral', Download),
  budget_warning: look('budget', 'warning', Gauge),
  budget_alarm: look('budget', 'error', Gauge),
  reveal_policy_update: company,
  reveal_policy_request: approval,
  reveal_policy_approve: approval,
  reveal_policy_refuse: approval,
  reveal_policy_expire: approval,
  approval_request: approval,
  approval_approve: approval,
  approval_refuse: approval,
  approval_expire: approval,
  consent_give: look('consent', 'success', BadgeCheck),
  consent_withdraw: look('consent', 'warning', Undo2),
  import_create: look('create', 'neutral', Upload),
  import_finish: look('create', 'neutral', Upload),
  import_cancel: look('update', 'neutral', Upload),
  import_map: look('update', 'neutral', Upload),
  import_retry: look('update', 'neutral', Upload),
  import_fail: look('update', 'error', Upload),
  integrity_error: look('integrity', 'error', ShieldAlert),
  link_detected: look('link', 'accent', GitBranch),
  link_decision: look('decision', 'accent', GitBranch),
  link_view: look('view', 'neutral', GitBranch),
  matching_probe: look('integrity', 'error', ShieldAlert),
  key_create: key,
  key_destroy: key,
  company_create: company,
  company_update: company,
  company_status: company,
  company_reactivation_request: company,
  company_reactivation_refuse: company,
  company_delete: company,
  link_agreement_create: agreement,
  link_agreement_accept: agreement,
  link_agreement_end: agreement,
  webhook_create: webhook,
  webhook_update: webhook,
  webhook_delete: webhook,
  webhook_secret_rotate: webhook,
  webhook_replay: webhook,
  user_create: user,
  user_update: user,
  user_delete: user,
  password_set: user,
  password_change: user,
  password_reset: user,
  welcome_resend: user,
  token_create: credentials,
  factor_enrol: user,
  factor_rename: user,
  factor_remove: user,
  factor_reset: user,
  factor_policy_update: company,
  recovery_codes_renew: user,
  role_assign: user,
  role_remove: user,
  credentials_generate: credentials,
  credentials_rotate: credentials,
  credentials_revoke: credentials,
  login_success: look('session', 'neutral', LogIn),
  login_failure: look('refused', 'error', Ban),
  login_challenge: look('session', 'neutral', KeyRound),
  session_confirm: look('session', 'neutral', KeyRound),
  logout: look('session', 'neutral', LogOut),
  setup_admin: user,
  access_rule_add: company,
  access_rule_remove: company,
  address_block: look('admin', 'warning', Ban),
  address_unblock: company,
  access_refused: look('refused', 'error', Ban),
  event_refused: look('refused', 'error', Ban),
  event_discard: look('admin', 'warning', Trash2),
  audit_verify: look('check', 'neutral', ShieldCheck),
} satisfies Record<string, ActionLook>;

type AuditAction = keyof typeof actionLooks;
export const auditActions = Object.keys(actionLooks);

const isKnown = (action: string): action is AuditAction => action in actionLooks;
const unknown = look('other', 'neutral', ServerCog);

/** A refused action always has the badge 'refused'. Listed external ids are not masked. */
export function lookOf({ action, details }: Pick<AuditTrailEntry, 'action' | 'details'>): ActionLook {
  const own = isKnown(action) ? actionLooks[action] : unknown;
  if (details.decision === 'refused') return { badge: 'refused', tone: 'error', icon: Ban };
  return action === 'field_view' && details.fieldType === 'external_id'
    ? { ...own, badge: 'view', icon: Eye }
    : own;
}

/** Actions whose sentence names the company. */
const aboutCompany =
  /^(?:company_|link_agreement_|webhook_|role_|compliance_|register_|report_|text_|key_|budget_|reveal_policy_|matching_|factor_policy_|cross_company_link$|link_detected$|import_create$)/;
export const namesCompany = ({ action }: { action: string }): boolean => aboutCompany.test(action);

/** Groups of the filter, in the order shown. Keys below `group.` in the texts. */
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

/** Excluded from user actions: most entries of the trail are views of data. */
const looks = ['field_view', 'field_decrypt', 'data_search', 'link_view'];

export interface ActionGroup {
  key: string;
  actions: readonly string[];
}

export const actionGroups: readonly ActionGroup[] = Object.entries(groups).map(([key, pattern]) => ({
  key,
  actions: auditActions.filter((action) => pattern.test(action)),
}));

export const userActionGroups: readonly ActionGroup[] = actionGroups.map(({ key, actions }) => ({
  key,
  actions: actions.filter((action) => !looks.includes(action)),
}));
