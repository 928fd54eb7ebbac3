import type { SpecTable } from './spec-strings.ts';

/** Strings of the specification for the login, setup and password screens. */
export const sessionStrings = {
  login: {
    '2': { 'a screen without a session': { label: ['Email', 'Password'], button: ['Forgot password?'] } },
    '8': {
      'a refused login with reasons': { text: ['Not from here: headless, webdriver'] },
      'a refused login without words': { text: ['Access blocked due to security concerns'] },
      'a throttled login': {
        part: ['Additional verification required', 'Please try again or contact support'],
      },
      'a failed login': { text: ['Login failed'] },
      'a login that fails with a server error': { text: ['Internal Server Error - the database is away'] },
      'a login without a network': { text: ['Network error. Please try again.'] },
      'a browser that looks automated': {
        text: ['Access blocked due to security concerns. Please contact support.'],
      },
      'a link by mail that cannot be sent': { text: ['Failed to send reset email. Please try again.'] },
      'a link by mail': {
        text: ["If an account with that email exists, we've sent you a password reset link."],
      },
    },
  },
  reset: {
    '5': {
      'two passwords': { text: ['Passwords do not match.'] },
      'a short password': { text: ['Password must be at least 8 characters long.'] },
    },
    '8': {
      'no token': { text: ['Invalid reset link. Please request a new password reset.'] },
      'an unknown token': { text: ['Invalid or expired reset token.'] },
      'a token that cannot be validated': { text: ['Failed to validate reset token.'] },
      'a password that cannot be set': { text: ['Failed to reset password. Please try again.'] },
    },
  },
  setup: {
    '5': {
      'an empty form': { text: ['All fields are required'] },
      'two passwords': { text: ['Passwords do not match'] },
      'a short password': { text: ['Password must be at least 12 characters long'] },
      'a password of one kind': {
        text: ['Password must contain uppercase, lowercase, numbers, and special characters'],
      },
    },
    '8': { 'an account that cannot be created': { text: ['Failed to create admin account'] } },
  },
  change: {
    '2 Change Password': {
      open: {
        title: ['Change Password'],
        label: ['Current Password', 'New Password', 'Confirm New Password'],
        button: ['Cancel', 'Change Password', 'Show password'],
      },
    },
    '5': {
      'an empty form': { text: ['Current password is required', 'Please confirm your password'] },
      'a short password': { text: ['Password must be at least 12 characters'] },
      'without an uppercase letter': {
        text: ['Password must contain at least one uppercase letter'],
      },
      'without a lowercase letter': { text: ['Password must contain at least one lowercase letter'] },
      'without a number': { text: ['Password must contain at least one number'] },
      'without a special character': {
        text: ['Password must contain at least one special character'],
      },
      'two passwords': { text: ["Passwords don't match"] },
    },
    '8': {
      'a password that cannot be changed': { text: ['Error', 'Failed to change password'] },
      'a password changed': { text: ['Success', 'Password changed successfully'] },
    },
  },
} as const satisfies Record<string, SpecTable>;
