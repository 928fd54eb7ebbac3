import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { describe, expect, it } from 'vitest';
import { checkCompanyChange, checkNewCompany, checkStatus } from './company.ts';

function problemsOf(check: () => unknown): Record<string, string> {
  try {
    check();
  } catch (error) {
    return Object.fromEntries(AppError.from(error).details.map(({ path, message }) => [path, message]));
  }
  return {};
}

describe('checkNewCompany', () => {
  it('applies defaults and trims', () => {
    expect(checkNewCompany({ name: ' Asha Bank ', code: ' ASHA ', tier: '', status: '' })).toEqual({
      name: 'Asha Bank',
      code: 'ASHA',
      tier: 'secondary',
      status: 'active',
      timeZone: 'Asia/Kolkata',
    });
  });

  it('reports every problem', () => {
    expect(problemsOf(() => checkNewCompany({ name: ' ', code: '', tier: 'gold', status: 'gone' }))).toEqual({
      name: 'Company name is required',
      code: 'Company code is required',
      tier: 'Company tier is not known',
      status: 'Company status is not known',
    });
  });

  it('counts the code after trimming and allows ten characters', () => {
    const company = { name: 'x', tier: '', status: '' };
    expect(checkNewCompany({ ...company, code: ' 1234567890 ' }).code).toBe('1234567890');
    expect(problemsOf(() => checkNewCompany({ ...company, code: '12345678901' }))).toEqual({
      code: 'Company code has at most 10 characters',
    });
    expect(problemsOf(() => checkNewCompany({ ...company, code: 'A\u0000' }))).toHaveProperty('code');
    expect(problemsOf(() => checkNewCompany({ ...company, name: 'A\ud800', code: 'A' }))).toHaveProperty(
      'name',
    );
  });
});

describe('a name', () => {
  it.each(['\u200b', 'A\u202e'])(
    'is refused as %j: it is invisible, or reverses the text direction',
    (name) => {
      expect(problemsOf(() => checkCompanyChange({ name }))).toEqual({ name: 'Company name is not valid' });
      expect(problemsOf(() => checkCompanyChange({ code: name }))).toEqual({
        code: 'Company code is not valid',
      });
    },
  );

  it.each(['शर्\u200dमा बैंक', '3M', '‘Aa’ & Söhne'])('may be %j', (name) => {
    expect(checkCompanyChange({ name }).name).toBe(name.normalize('NFC'));
  });
});

describe('checkCompanyChange', () => {
  it('leaves absent keys absent', () => {
    expect(checkCompanyChange({ name: ' New ' })).toMatchObject({ name: 'New', code: undefined });
    expect(problemsOf(() => checkCompanyChange({}))).toEqual({});
  });

  it('refuses an empty name and an unknown tier', () => {
    expect(problemsOf(() => checkCompanyChange({ name: '', tier: 'gold' }))).toEqual({
      name: 'Company name is required',
      tier: 'Company tier is not known',
    });
  });

  it.each(['[]', '"x"', 'null', '{', '{"a":"\\u0000"}', '{"a":"\\ud800"}', `{"a":"${'x'.repeat(17_000)}"}`])(
    'refuses %.20s as a JSON object',
    (json) => {
      expect(problemsOf(() => checkCompanyChange({ brandingConfig: json }))).toHaveProperty('brandingConfig');
    },
  );

  const contact = { name: 'Latha Menon', email: 'latha@bank.example', phone: '+91 22 5550 0100' };
  const profile = {
    grievanceOfficer: contact,
    dataProtectionOfficer: { name: '', email: '', phone: '' },
    address: 'Saral House\nMumbai 400001',
    isSignificant: true,
    regulators: ['rbi'],
  };

  it('accepts a profile, and keeps no spaces around its texts', () => {
    const padded = { ...profile, grievanceOfficer: { ...contact, name: ' Latha Menon ' } };
    expect(checkCompanyChange({ profile: padded }).profile).toEqual(profile);
  });

  it.each([
    ['name', 'a\u202eb', 'Name is not valid'],
    ['name', 'x'.repeat(201), 'Name is not valid'],
    ['email', 'nobody', 'Invalid email address'],
    ['email', `${'x'.repeat(300)}@bank.example`, 'Invalid email address'],
    ['phone', 'call me', 'Phone number is not valid'],
  ])('refuses a contact whose %s is %.20s', (member, value, message) => {
    const wrong = { ...profile, grievanceOfficer: { ...contact, [member]: value } };
    expect(problemsOf(() => checkCompanyChange({ profile: wrong }))).toEqual({
      [`profile.grievanceOfficer.${member}`]: message,
    });
  });

  it.each(['a\u0000b', 'x'.repeat(501)])('refuses the address %.20s', (address) => {
    expect(problemsOf(() => checkCompanyChange({ profile: { ...profile, address } }))).toEqual({
      'profile.address': 'Address is not valid',
    });
  });

  it.each([[['fed']], [['rbi', 'rbi']]])('refuses the regulators %s', (regulators) => {
    expect(problemsOf(() => checkCompanyChange({ profile: { ...profile, regulators } }))).toHaveProperty(
      'profile.regulators',
    );
  });

  it('accepts a JSON object', () => {
    expect(checkCompanyChange({ complianceRequirements: '{"dpdp":true}' }).complianceRequirements).toBe(
      '{"dpdp":true}',
    );
  });
});

describe('checkStatus', () => {
  it('accepts three values', () => {
    expect(checkStatus('suspended')).toBe('suspended');
    expect(() => checkStatus('closed')).toThrow('Company status is not known');
  });
});
