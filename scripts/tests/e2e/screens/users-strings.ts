import type { SpecTable } from './spec-strings.ts';

/** Strings of the specification for /users. */
export const usersStrings = {
  '2 User Management': {
    open: {
      title: ['User Management'],
      heading: ['Role Definitions'],
      button: [
        'Add User',
        'Role: All Roles',
        'Status: All Status',
        'Edit Partner CRM',
        'Company roles of Partner CRM',
      ],
      part: ['Users ('],
    },
    'the menu of a user': {
      action: [
        'Edit User',
        'Company Roles',
        'API Credentials',
        'Set New Password',
        'Resend Welcome Email',
        'Resend with New Password',
      ],
    },
    'the question before a deletion': { part: ['cannot be undone'] },
    'an empty list': { text: ['No users found. Create your first user to get started.'] },
    'a list without users': { text: ['No users found with these filters.'] },
    'the roles': {
      dialog: ['Company Role Assignments'],
      text: ['No company-specific roles assigned. User has default role for their primary company.'],
    },
    'a role is being assigned': { button: ['Assigning...'] },
    'the roles with it': { text: ['Bodhi Health'], button: ['Remove the role in Bodhi Health'] },
    'credentials rotated': { text: ['Client ID', 'Secret', 'Created', 'Last Used'] },
    'credentials generated': { text: ['Client ID', 'Secret'] },
    'credentials revoked': { text: ['No credentials'] },
  },
  '5': {
    'the add dialog': { dialog: ['Add User'], choice: ['All Companies'] },
    'an empty edit form': {
      text: ['Invalid email address', 'First name is required', 'Last name is required'],
    },
  },
  '6': {
    open: {
      part: [
        'Full system access including user management, all PII operations, cross-company.',
        'View, edit and delete PII within the company, analytics, company-specific.',
        'Read-only PII, view compliance reports.',
        'No raw PII; masked data and analytics only.',
      ],
    },
    'the role filter': { option: ['All Roles', 'Super Admin', 'Admin', 'PII View', 'Analytics'] },
    'the status filter': { option: ['All Status', 'Active', 'Inactive', 'Suspended'] },
  },
  '8': {
    'a user who cannot be updated': { text: ['Error', 'Failed to update user'] },
    'a user who cannot be deleted': { text: ['Error', 'Failed to delete user'] },
    'a password that cannot be set': { text: ['Error', 'Failed to update password'] },
    'credentials that cannot be generated': { text: ['Error', 'Failed to generate API credentials'] },
    'credentials that cannot be rotated': { text: ['Error', 'Failed to rotate API credentials'] },
    'credentials that cannot be revoked': { text: ['Error', 'Failed to revoke API credentials'] },
    'a role that cannot be assigned': { text: ['Error', 'Failed to assign company role'] },
    'a role that cannot be removed': { text: ['Error', 'Failed to remove company role'] },
    'a role assigned': { text: ['Company role assigned successfully'] },
    'a role removed': { text: ['Company role removed successfully'] },
    'a user created': { text: ['User created'], part: ['The temporary password is shown only once:'] },
  },
} as const satisfies SpecTable;
