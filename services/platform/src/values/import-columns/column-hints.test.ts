import { expect, test } from 'vitest';
import { readColumn, suggestTargets } from './column-hints.ts';
import { type ColumnMapping, planColumns } from './column-plan.ts';
import { confirms } from './column-values.ts';

type Cells = readonly string[];

/** Suggestions for a file: its columns with their first values. Known headers have their target already. */
function suggested(
  file: Readonly<Record<string, Cells>>,
  mapping: ColumnMapping = {},
): Record<string, string> {
  const columns = Object.keys(file);
  const read = columns.map((name) => readColumn(name, file[name] ?? [], 2026));
  return Object.fromEntries(suggestTargets(planColumns(columns, mapping), read));
}

const mobiles = ['9812345670', '+91 98123 45671', '09812345672', '7012345673', '6301234567'];
const landlines = ['022-24567890', '011 2345 6789', '080 2222 3333', '022-24567891', '0484-2345678'];
const names = ['Asha Rao', 'Ravi Kumar', 'S. Banerjee', 'Mary D’Souza', 'Imran Shaikh'];
const aadhaars = ['234123412346', '2341 2341 2346', '499118665246', '3675 9834 6016', '999941057058'];
const pans = ['ABCPE1234F', 'BNZPM2501F', 'AAAPL1234C', 'ALWPG5809L', 'CEQPK4956K'];
const mails = ['a@mail.example', 'b@mail.example', 'c@mail.example', 'd@mail.example', 'e@mail.example'];
const births = ['12/03/1962', '01/11/1979', '31/08/1988', '05/05/1995', '17/02/2001'];
const payments = ['12/03/2026', '13/03/2026', '14/03/2026', '15/03/2026', '16/03/2026'];
const ids = ['C-1001', 'C-1002', 'C-1003', 'C-1004', 'C-1005'];
const groups = ['G-01', 'G-01', 'G-02', 'G-02', 'G-02'];
const ifsc = ['HDFC0000123', 'HDFC0000123', 'SBIN0001234', 'ICIC0000456', 'SBIN0001234'];
const accounts = ['50100123456789', '50100123456790', '31234567890', '912010012345678', '50100123456793'];
const streets = ['12 MG Road', '4 Hill Street', 'Flat 3, Palm Court', '7 Church Lane', '9 Lake Road'];
const pins = ['411001', '560 001', '400050', '110001', '682001'];
const yesNo = ['Yes', 'No', 'No', 'Yes', 'No'];
const blank = ['', '', '', '', ''];
const serial = ['1', '2', '3', '4', '5'];

const single: ReadonlyArray<readonly [header: string, values: Cells, target: string | undefined]> = [
  ['Mob. No', mobiles, 'phone'],
  ['Cust No.', ids, 'externalId'],
  ['CUST_NO', serial, 'externalId'],
  ['Member ID', ids, 'externalId'],
  ['Employee Code', ids, 'externalId'],
  ['Admission No.', ['2024/001', '2024/002', '2024/003'], 'externalId'],
  ['UHID', ids, 'externalId'],
  ['CIF No', [...ids, 'Total'], 'externalId'],
  ['CIF No', [...ids, '*** Grand Total ***'], 'externalId'],
  ['CIF No', [...ids, 'N/A'], undefined],
  ['CIF No', ['C-1', 'Total'], undefined],
  ['Cust No.', groups, undefined],
  ['Cust No.', ['C-1'], undefined],
  ['Cust No.', blank, undefined],
  ['IFSC Code', ifsc, undefined],
  ['IFSC', ids, undefined],
  ['Branch Code', ids, undefined],
  ['State Code', ['27', '29', '07', '32', '19'], undefined],
  ['Group Code', groups, undefined],
  ['Group ID', ids, undefined],
  ['Family ID', ids, undefined],
  ['Company Code', ids, undefined],
  ['Code', ids, undefined],
  ['Reference', ids, undefined],
  ['Order ID', ids, undefined],
  ['Invoice No', ids, undefined],
  ['Sr No', serial, undefined],
  ['S.No.', serial, undefined],
  ['Date', payments, undefined],
  ['Date', births, undefined],
  ['Payment Date', births, undefined],
  ['Date of Joining', births, undefined],
  ['Birth Dt', births, 'dob'],
  ['Born', births, 'dob'],
  ['Column 7', births, 'dob'],
  ['Column 7', payments, undefined],
  ['Birth Place', ['Pune', 'Kochi', 'Agra'], undefined],
  ['Tax Exempt', yesNo, undefined],
  ['Tax Exempt', ['80C', '80D', 'None'], undefined],
  ['Tax ID', pans, 'pan'],
  ['PAN of customer', ['Applied', 'Applied', 'ABCPE1234F'], undefined],
  ['Column 3', pans, 'pan'],
  ['KYC Number', aadhaars, 'aadhaar'],
  ['Column 4', ['234123412347', '499118665247', '367598346016', '999941057059'], undefined],
  ['Aadhaar of customer', ['XXXX XXXX 2346', 'XXXX XXXX 5246'], undefined],
  ['Login', mails, 'email'],
  ['Email Opt Out', ['1', '0', '0'], undefined],
  ['Column 9', mobiles, 'phone'],
  ['Order Ref', mobiles, undefined],
  ['Contact Person', names, undefined],
  ['Emergency Contact', mobiles, undefined],
  ["Father's Mobile", mobiles, undefined],
  ['Alternate Mobile', mobiles, undefined],
  ['Telephone', landlines, undefined],
  ['Customer Care Phone', ['9812345670', '9812345670', '9812345670', '9812345670', '9812345670'], undefined],
  ['Student Name', names, 'name'],
  ['Name as per Aadhaar', names, 'name'],
  ['Bank Name', names, undefined],
  ['Nominee Name', names, undefined],
  ['User Name', ['asha1', 'ravi2', 'sb3'], undefined],
  ['A/c No', accounts, 'bank_account'],
  ['Account Type', ['Savings', 'Current'], undefined],
  ['UAN', ['100123456789', '100123456790', '101123456791'], 'other_id'],
  ['Registration Date', payments, undefined],
  ['Street 1', streets, 'address'],
  ['Flat No', ['12', '14', '3B'], 'address'],
  ['Village', ['Rampur', 'Kotla'], 'address'],
  ['Area (sq ft)', ['1200', '950'], undefined],
  ['IP Address', ['10.0.0.1', '10.0.0.2'], undefined],
  ['Branch Address', streets, undefined],
  ['पता', streets, 'address'],
  ['मोबाइल नंबर', mobiles, 'phone'],
  ['पिता का नाम', names, undefined],
  ['पत्नी का नाम', names, undefined],
  ['नॉमिनी का नाम', names, undefined],
  ['बैंक का नाम', names, undefined],
  ['मुखिया का नाम', names, undefined],
  ['अभिभावक मोबाइल', mobiles, undefined],
  ['ग्राहक का नाम', names, 'name'],
  ['RM Mobile', mobiles, undefined],
  ['NOK Phone', mobiles, undefined],
  ['Reference Mobile', mobiles, undefined],
  ['Driver Mobile', mobiles, undefined],
  ['Coborrower Mobile', mobiles, undefined],
  ['Anniversary', births, undefined],
  ['Wedding Date', births, undefined],
  ['Ration Card No', ids, undefined],
  ['Attendant Mobile', mobiles, undefined],
  ['Sales Exec Mobile', mobiles, undefined],
  ['Proposer Name', names, undefined],
  ['Official Email', mails, undefined],
  ['Contact No', ['9812345670', '9812345670', '9812345670'], undefined],
  ['House', ['Red', 'Blue', 'Green'], undefined],
  ['House', ['12', '14', '3B'], 'address'],
  ['पता', ['12 हिल रोड', '4 सीता नगर', '9 लेक रोड'], 'address'],
  ['ग्राहक का नाम', ['सीमा', 'गीता', 'हेमा', 'रीटा', 'मीना'], 'name'],
];

test.each(single)('%j with %j is suggested %j', (header, values, target) => {
  expect(suggested({ [header]: values })).toEqual(target === undefined ? {} : { [header]: target });
});

const several: ReadonlyArray<readonly [title: string, file: Record<string, Cells>, expected: object]> = [
  [
    'a mobile comes before a landline and an empty phone',
    { Telephone: landlines, 'Contact No': mobiles, 'Mob No': mobiles },
    { 'Mob No': 'phone' },
  ],
  ['a phone that has its column stays the only one', { Mobile: mobiles, 'Contact No': mobiles }, {}],
  [
    'streets go with the postcode',
    { 'Flat No': ['1', '2'], Building: ['Palm Court', 'Sea View'], Road: streets, 'Pin Code': pins },
    { 'Flat No': 'address', Building: 'address', Road: 'address', 'Pin Code': 'address' },
  ],
  ['a postcode alone is no address', { 'Pin Code': pins, 'Postal Code': pins }, {}],
  [
    'of two addresses only the present one is suggested',
    {
      'Present Address': streets,
      'Present PIN': pins,
      'Permanent Address': streets,
      'Permanent PIN': pins,
    },
    { 'Present Address': 'address', 'Present PIN': 'address' },
  ],
  [
    'a further address is not joined with the known one',
    { Address: streets, 'Permanent Address': streets },
    {},
  ],
  ['a whole address is not joined with another', { Address: streets, 'Customer Address': streets }, {}],
  [
    'the billing address comes before that of the delivery',
    { 'Shipping Street': streets, 'Billing Street': streets, 'Shipping PIN': pins, 'Billing PIN': pins },
    { 'Billing Street': 'address', 'Billing PIN': 'address' },
  ],
  [
    'a permanent address alone is the address',
    { 'Permanent Address': streets, City: ['Pune', 'Agra'] },
    { 'Permanent Address': 'address' },
  ],
  ['a landmark joins a known address', { address: streets, Landmark: streets }, { Landmark: 'address' }],
  ['a surname joins a given name', { name: names, surname: names }, { surname: 'name' }],
  ['a surname in front, too', { 'Last Name': names, Name: names }, { 'Last Name': 'name' }],
  [
    'parts of a name join each other',
    { name: names, middle_name: names, last_name: names },
    { middle_name: 'name', last_name: 'name' },
  ],
  [
    'each part once, and no name of another person',
    { name: names, surname: names, 'Last Name': names, "Father's Name": names },
    { surname: 'name' },
  ],
  [
    'the parts of a name under words of a person',
    { 'Student First Name': names, 'Student Last Name': names },
    { 'Student First Name': 'name', 'Student Last Name': 'name' },
  ],
  ['not a whole name twice', { name: names, full_name: names }, {}],
  ['nor parts next to a whole name', { name: names, first_name: names, surname: names }, {}],
  [
    'nothing of two people, where each has a name',
    {
      'Owner Name': names,
      'Tenant Name': names,
      'Tenant Mobile': mobiles,
      'Contact No': mobiles,
      Email2: mails,
    },
    {},
  ],
  [
    'nothing of another person than the one who has a name',
    { 'Owner Name': names, 'Tenant Mobile': mobiles, 'Owner PAN': pans, 'Tenant Address': streets },
    { 'Owner Name': 'name', 'Owner PAN': 'pan' },
  ],
  [
    'what belongs to the person whose name is known',
    {
      'Customer Name': names,
      'Employee Name': names,
      'Customer Contact': mobiles,
      'Employee Mobile': mobiles,
    },
    { 'Customer Contact': 'phone' },
  ],
  [
    'nothing of two people without a name',
    { 'Owner Mobile': mobiles, 'Tenant E-mail': mails, 'Tax ID': pans },
    { 'Tax ID': 'pan' },
  ],
  [
    'no number of a relative under another header',
    {
      'WhatsApp No': mobiles,
      "Mother's Mobile": mobiles.map((one) => one.replace('+91 ', '0')),
      Login: mails,
    },
    { Login: 'email' },
  ],
  [
    'the billing address before that of the premises',
    { 'Premise Address': streets, 'Billing Address': streets },
    { 'Billing Address': 'address' },
  ],
  ['one of two ids', { 'Cust No.': ids, 'Member ID': ids }, { 'Cust No.': 'externalId' }],
];

test.each(several)('%s', (_, file, expected) => {
  expect(suggested(file)).toEqual(expected);
});

test('a number of a relative stays one when the column of the relative is ignored', () => {
  const file = { 'WhatsApp No': mobiles, "Mother's Mobile": mobiles };
  expect(suggested(file, { "Mother's Mobile": 'ignore' })).toEqual({});
});

test('a mobile is the phone of a file that has another phone, too', () => {
  expect(planColumns(['Phone', 'name', 'Mobile']).targets).toEqual({ Mobile: 'phone', name: 'name' });
  expect(suggested({ Phone: blank, Mobile: mobiles })).toEqual({});
});

test('only the beginning of a cell is read', () => {
  const long = `${'a'.repeat(1_000_000)}@mail.example`;
  expect(suggested({ Login: [long, long.replace('a', 'b'), long.replace('a', 'c')] })).toEqual({});
});

test('values of many dots are read in linear time', () => {
  const dotted = `a@${'.'.repeat(200_000)},`;
  expect(confirms('email', [dotted], 2026)).toBe(false);
}, 10_000);

test.each([
  [
    'Zoho',
    { 'Mailing Street': streets, 'Mailing Zip': pins, 'Other Street': blank },
    ['Mailing Street', 'Mailing Zip'],
  ],
  ['a loan', { 'Property Address': streets, 'Residence Address': streets }, ['Residence Address']],
  [
    'Naukri',
    {
      'Home Town/City': ['Pune', 'Nashik', 'Kochi'],
      'Permanent Address': streets,
      'City of Birth': ['Pune', 'Goa'],
    },
    ['Permanent Address'],
  ],
])('the address of %s is where the person lives', (_, file, expected) => {
  expect(Object.keys(suggested(file))).toEqual(expected);
});
