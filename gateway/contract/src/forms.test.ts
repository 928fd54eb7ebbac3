import { describe, expect, it } from 'vitest';
import { requestApprovalSchema } from './approvals/approvals-schema.ts';
import { setupAdminFormSchema, setupAdminSchema } from './auth/auth-schema.ts';
import { factorNameSchema } from './auth/factors-schema.ts';
import { createCompanySchema, updateCompanySchema } from './companies/companies-schema.ts';
import { idParam } from './query.ts';
import { blockIpSchema } from './security/security-schema.ts';
import { updateUserSchema } from './users/manage-users-schema.ts';
import { assignRoleSchema, createUserSchema } from './users/users-schema.ts';

type Parsed = { success: boolean; error?: { issues: readonly { message: string; path: PropertyKey[] }[] } };
const messages = (parsed: Parsed) => parsed.error?.issues.map((issue) => issue.message) ?? [];

const setup = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'a@b.in',
  password: 'Long enough 9!',
  confirmPassword: 'Long enough 9!',
};
const user = { email: 'a@b.in', firstName: 'A', lastName: 'B', role: 'admin', generatePassword: false };

describe('limits of section 9', () => {
  it.each([
    ['code of a company', createCompanySchema.shape.code, 10],
    ['role', createUserSchema.shape.role, 50],
    ['address', blockIpSchema.shape.ipAddress, 45],
    ['reason of a block', blockIpSchema.shape.reason, 200],
  ])('%s has at most %i characters', (_, schema, most) => {
    const isAccepted = (length: number) => schema.safeParse('1'.repeat(length)).success;
    expect([isAccepted(most), isAccepted(most + 1)]).toEqual([true, false]);
  });
});

describe('messages of the forms', () => {
  it.each([
    [{ ...setup, firstName: '' }, 'All fields are required'],
    [{ ...setup, confirmPassword: 'x' }, 'Passwords do not match'],
    [{ ...setup, password: 'Short 9!' }, 'Password must be at least 12 characters long'],
    [
      { ...setup, password: 'no capital letter 9!' },
      'Password must contain uppercase, lowercase, numbers, and special characters',
    ],
  ])('admin setup %#', (form, message) => {
    expect(messages(setupAdminFormSchema.safeParse(form))).toContain(message);
    expect(setupAdminFormSchema.safeParse(setup).success).toBe(true);
    expect(setupAdminSchema.safeParse(setup).success, 'the payload has no repeated password').toBe(false);
  });

  it.each([
    [{ ...user, email: 'nobody' }, 'Invalid email address'],
    [{ ...user, email: `${'a'.repeat(65)}@example.in` }, 'Invalid email address'],
    [{ ...user, firstName: '' }, 'First name is required'],
    [{ ...user, lastName: '' }, 'Last name is required'],
    [{ ...user, role: '' }, 'Role is required'],
    [
      { ...user, password: 'Ab1!5678' },
      'Password must be at least 9 characters with uppercase, number, and special character',
    ],
  ])('create user %#', (form, message) => {
    expect(messages(createUserSchema.safeParse({ password: 'Abcdefg1!', ...form }))).toContain(message);
    expect(createUserSchema.safeParse({ ...user, password: 'Abcdefg1!' }).success).toBe(true);
    expect(createUserSchema.safeParse({ ...user, generatePassword: true }).success).toBe(true);
  });

  // name-rule.test.ts has all marks.
  it('names of companies, users and factors do not change the direction', () => {
    const mark = '\u202e';
    const name = `Asha${mark} Bank`;
    const named = [
      createCompanySchema.safeParse({ name, code: 'A' }),
      createCompanySchema.safeParse({ name: 'A', code: `A${mark}B` }),
      updateCompanySchema.safeParse({ name }),
      createUserSchema.safeParse({ ...user, password: 'Abcdefg1!', firstName: name }),
      updateUserSchema.safeParse({ lastName: name }),
      setupAdminSchema.safeParse({ ...setup, confirmPassword: undefined, lastName: name }),
      factorNameSchema.safeParse(name),
    ];
    for (const parsed of named) expect(messages(parsed)[0]).toMatch(/^This has an invisible mark/);
  });
  it.each(['شركة النور', 'בנק הפועלים', 'आशा बैंक', 'नि\u200dर्मल', 'Asha & Söhne'])(
    'a company may be named %s',
    (name) => expect(createCompanySchema.parse({ name, code: 'A' }).name).toBe(name),
  );

  it('an approval has a purpose, except for erasures', () => {
    const wanted = { companyId: 1, people: 2, reason: 'Old product' };
    expect(messages(requestApprovalSchema.safeParse({ ...wanted, kind: 'reveal' }))).toEqual([
      'A purpose is required',
    ]);
    expect(requestApprovalSchema.parse({ ...wanted, kind: 'erase' })).toEqual({ ...wanted, kind: 'erase' });
  });

  it('company roles and companies', () => {
    expect(messages(assignRoleSchema.safeParse({ companyId: 0, role: '' }))).toEqual([
      'Company is required',
      'Role is required',
    ]);
    expect(messages(assignRoleSchema.safeParse({}))).toEqual(['Company is required', 'Role is required']);
    expect(createCompanySchema.parse({ name: 'A', code: 'A' })).toMatchObject({
      tier: 'secondary',
      status: 'active',
    });
    expect(createCompanySchema.safeParse({ name: 'A', code: 'ELEVENCHARS' }).success).toBe(false);
  });
});

describe('ids in paths and queries', () => {
  it.each(['0', '-1', '1.5', '0x10', '1e3', ' 5', '', '9007199254740993', '٣'])('refuses %j', (text) => {
    expect(idParam.safeParse(text).success).toBe(false);
  });
  it('accepts plain digits', () => expect(idParam.parse('48213')).toBe(48213));
});
