import type { ImportOptions } from '@pii-vault/proto/vault/v1/imports';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getImport } from '../src/imports/find-imports.ts';
import { holdOf } from '../src/imports/import-hold.ts';
import { mapImport } from '../src/imports/map-import.ts';
import type { WritePeople } from '../src/people/records/write-people.ts';
import { userCtx } from './contexts.ts';
import { COMPANY, type ImportWorld, importWorld } from './import-world.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

const ctx = userCtx([COMPANY]);

/** Columns that the import asks about: `name suggestion`, with ? for one that may state a refusal. */
async function asked(id: number): Promise<string[]> {
  const hold = await holdOf(world, await getImport(world)(ctx, id));
  return (hold?.columns ?? [])
    .filter(({ target }) => target === undefined)
    .map((one) => `${one.name}${one.mayStateRefusal ? '?' : ''} ${one.suggestion ?? '-'}`);
}

/**
 * Imports a file, and answers its questions by `mapping`: the others by their suggestions, or with ignore.
 * @returns its questions, errors, and the people that were created: their values, and `none` or `withdrawn`
 */
async function imported(
  file: string | Buffer,
  mapping: Readonly<Record<string, string>> = {},
  options: Partial<ImportOptions> = {},
) {
  const created = await world.upload(file, options);
  const { id } = created.summary;
  const people: string[] = [];
  const writePeople: WritePeople = async (tx, caller, write, batch) => {
    const results = await world.jobDeps.writePeople(tx, caller, write, batch);
    for (const [i, { values, consent }] of batch.entries())
      if (results[i]?.status === 'created')
        people.push([...values.values(), ...(consent === undefined ? [] : [consent])].join(' | '));
    return results;
  };
  const round = world.process({ writePeople });
  await round();
  const questions = await asked(id);
  if (questions.length > 0) {
    const hold = await holdOf(world, await getImport(world)(ctx, id));
    const open = (hold?.columns ?? []).filter(({ target }) => target === undefined);
    const answer = open.map(({ name, suggestion }) => [name, mapping[name] ?? suggestion ?? 'ignore']);
    const request = { id, mapping: Object.fromEntries(answer) };
    await mapImport({ ...world, wake: () => undefined })(ctx, request);
    await round();
  }
  const { status } = await getImport(world)(ctx, id);
  return { status, questions, errors: await world.errors(created), people };
}

test('titles, a byte order mark, a repeated header and the lines of a report are no people', async () => {
  const file = [
    '\ufeffSHREE GANESH CREDIT SOCIETY LTD.',
    'Member Register as on 31-03-2026,,,,',
    '',
    'Sr No,Member Name,Mobile No,Aadhaar No,DND',
    '1,Asha Rao,98123 45670,2345 6789 1008,Y',
    'Branch: Andheri,,,,',
    'Page 1 of 2,,,,',
    'Sr No,Member Name,Mobile No,Aadhaar No,DND',
    '2,Ravi Kumar,+91-9812345671,234567891012,N',
    ',Branch Total,,2,',
    'Total Members: 2,,,,',
    ',Prepared by: R. Sharma,,,',
    ',"Note: figures are provisional, subject to audit",,,',
    '*** End of Report ***',
  ];
  expect(await imported(file.join('\r\n'), { DND: 'noConsentIfYes' })).toMatchObject({
    status: 'done',
    questions: ['Sr No -', 'Member Name name', 'DND? -'],
    people: ['234567891008 | +919812345670 | Asha Rao | none', '234567891012 | +919812345671 | Ravi Kumar'],
  });
});

test('refusals in columns and values of odd forms are asked about or refused, and give no consent', async () => {
  const file = [
    "id,name,phone,Do Not Call=Y,Pls dont msg,Don't Contact,Branch,Remark",
    'C1,Asha Rao,9812345670,Y,,,South,',
    'C2,Ravi Kumar,9812345671,,x,,North,',
    'C3,Meena Iyer,DND,,,,North,',
    'C4,Suresh Patil,9812345673,,,x,South,',
    'C5,DO NOT CALL - Kiran Desai,9812345674,,,,South,',
    'C6,Geeta Bose,9812345675,,,,South,said never call again',
  ];
  const options = { unmapped: 'ignore', onInvalid: 'skip-field' };
  const mapping = Object.fromEntries(
    ['Do Not Call=Y', 'Pls dont msg', "Don't Contact"].map((column) => [column, 'noConsentIfYes']),
  );
  expect(await imported(`${file.join('\n')}\n`, mapping, options)).toEqual({
    status: 'done',
    questions: ['Do Not Call=Y? -', 'Pls dont msg? -', "Don't Contact? -", 'Remark? -'],
    errors: ['3 phone CONSENT_IN_VALUE', '5 name CONSENT_IN_VALUE'],
    people: [
      '+919812345670 | Asha Rao | none',
      '+919812345671 | Ravi Kumar | none',
      '+919812345673 | Suresh Patil | none',
      '+919812345675 | Geeta Bose',
    ],
  });
});

test('Hindi headers are suggested for the person, and never those of relatives', async () => {
  const file = [
    'क्रमांक,पत्नी का नाम,नॉमिनी का नाम,ग्राहक का नाम,अभिभावक मोबाइल,मोबाइल नंबर,जन्म तिथि,कॉल न करें',
    '१,उमा राव,मोहन राव,आशा राव,9812345680,9812345670,05/07/1984,x',
    '२,सीता कुमार,श्याम कुमार,रवि कुमार,9812345681,9812345671,15/11/1971,',
    '३,गीता अय्यर,रमेश अय्यर,मीना अय्यर,9812345682,9812345672,28/02/1990,',
  ];
  expect(await imported(`${file.join('\n')}\n`, { 'कॉल न करें': 'withdrawIfYes' })).toEqual({
    status: 'done',
    questions: [
      ...['क्रमांक -', 'पत्नी का नाम -', 'नॉमिनी का नाम -', 'ग्राहक का नाम name', 'अभिभावक मोबाइल -'],
      ...['मोबाइल नंबर phone', 'जन्म तिथि dob', 'कॉल न करें? -'],
    ],
    errors: [],
    people: [
      '+919812345670 | आशा राव | 1984-07-05 | withdrawn',
      '+919812345671 | रवि कुमार | 1971-11-15',
      '+919812345672 | मीना अय्यर | 1990-02-28',
    ],
  });
});

test('a family shares the phone of a member who withdrew: others keep theirs, the member stays withdrawn', async () => {
  await imported('name,phone,dob,unsubscribed\nRavi Rao,9812345670,1980-01-02,yes\n', {
    unsubscribed: 'withdrawIfYes',
  });
  const file = [
    'name,phone,dob',
    'Kiran Rao,9812345670,2010-01-02',
    'Ravi Rao,9812345670,1980-01-02',
    'RAO  RAVI,9812345670,',
    ',9812345670,',
  ];
  expect(await imported(`${file.join('\n')}\n`)).toMatchObject({
    people: ['+919812345670 | Kiran Rao | 2010-01-02'],
    errors: ['2  CONSENT_WITHDRAWN', '3  CONSENT_WITHDRAWN', '4  CONSENT_WITHDRAWN'],
  });
});

test('a code of a branch is no id of a person', async () => {
  const rows = ['MUM01,Asha Rao,9812345670', 'MUM01,Ravi Kumar,9812345671', 'PUN02,Meena Iyer,9812345672'];
  const lines = `${rows.join('\n')}\n`;
  const people = ['+919812345670 | Asha Rao', '+919812345671 | Ravi Kumar', '+919812345672 | Meena Iyer'];
  expect(await imported(`Customer Code,Customer Name,Mobile\n${lines}`)).toEqual({
    status: 'done',
    questions: ['Customer Code -'],
    errors: [],
    people,
  });
  await world.clear();
  expect(await imported(`ID,Name,Mobile\n${lines}`)).toMatchObject({
    errors: ['2 ID IDENTITY_CONFLICT'],
    people: [people[0], people[2]],
  });
});

test('rows of another encoding are rejected, and invisible or wide characters are read', async () => {
  const file = Buffer.concat([
    Buffer.from('name,phone\nRenée D’Souza,9812345670\n'),
    Buffer.from('José Fernandes,9812345671\n', 'latin1'),
    Buffer.from(
      '\ufeffRavi Kumar,9812345673\nＡｓｈａ　Ｒａｏ,９８１２３４５６７４\nMe\u200bena Iyer,98123\u200e45675\n',
    ),
    Buffer.from('(null),-do-\nDitto,same as above\n'),
  ]);
  expect(await imported(file)).toMatchObject({
    errors: ['2  ROW_NOT_UTF8', '6  ROW_EMPTY', '7  ROW_EMPTY'],
    people: [
      '+919812345670 | Renée D’Souza',
      '+919812345673 | Ravi Kumar',
      '+919812345674 | Ａｓｈａ Ｒａｏ',
      '+919812345675 | Meena Iyer',
    ],
  });
});

test('objects with keys of any case, brackets of a list and totals keep their people and refusals', async () => {
  const file = [
    '\ufeff{"Customer Name":"Asha Rao","Mobile":9812345670}',
    '[',
    '{"customer name":"Ravi Kumar","mobile":"9812345671","DND":"Y"}',
    '{"Customer Name":"Meena Iyer","Mobile":"unsub"}',
    '{"Customer Name":"Total","Mobile":"3"}',
    ']',
  ];
  const options = { mediaType: 'application/x-ndjson', unmapped: 'ignore', onInvalid: 'skip-field' };
  expect(await imported(file.join('\n'), { DND: 'noConsentIfYes' }, options)).toEqual({
    status: 'done',
    questions: ['DND? -'],
    errors: ['2  JSON_MALFORMED', '4 Mobile CONSENT_IN_VALUE', '5  ROW_TOTAL', '6  JSON_MALFORMED'],
    people: ['+919812345670 | Asha Rao', '+919812345671 | Ravi Kumar | none'],
  });
});

const skipping = { onInvalid: 'skip-field' };

test('a bank: joint holders, damaged numbers and totals give no wrong person', async () => {
  const file = [
    'STATE CO-OP BANK LTD - ANDHERI (E),,,,,',
    'Run Date: 31/03/2026 18:22,,,User: teller07,,',
    'CIF No,First Holder Name,Joint Holder Name,DOB(dd/mm/yyyy),Aadhaar No.,Mobile No',
    '00041231,ASHOK SHARMA,SUNITA SHARMA,05/07/1972,2345 6789 1008,09845012345',
    '00041232,LAKSHMI IYER,,15/11/1980,XXXXXXXX1012,9.845E+09',
    '4.1233E+04,MOHD IRFAN,,22-08-1969,,+91-98450-12348',
    '00041234,VIJAY PATIL & SHABANA PATIL,,22-08-1969,,9845012349',
    ',TOTAL ACCOUNTS: 4,,,,',
  ];
  const mapping = { 'CIF No': 'externalId' };
  expect(await imported(file.join('\n'), mapping, skipping)).toEqual({
    status: 'done',
    questions: ['CIF No -', 'First Holder Name name', 'Joint Holder Name -'],
    errors: [
      ...['2 Aadhaar No. VALUE_MASKED', '2 Mobile No SCIENTIFIC_NOTATION', '3 CIF No SCIENTIFIC_NOTATION'],
      ...['4 First Holder Name NAME_OF_SEVERAL', '5  ROW_TOTAL'],
    ],
    people: ['234567891008 | +919845012345 | ASHOK SHARMA | 1972-07-05', 'LAKSHMI IYER | 1980-11-15'],
  });
});

test('a hospital: nothing of attendants and doctors is suggested for the patient, and newborns stay two', async () => {
  const file = [
    'UHID;Patient Name;Attendant Name;Attendant Mobile;Contact No.;Ref. Doctor;Reg. Date;SMS Y/N',
    'M-1;Baby of Asha Rao;Asha Rao;9812345670;9812345670;Dr. S. Nair;05-04-2026;Y',
    'M-2;Baby of Asha Rao;Asha Rao;9812345670;9812345670;Dr. S. Nair;05-04-2026;Y',
    'M-3;Ravi Kumar;Sita Kumar;9812345671;;Dr. P. Rao;06-04-2026;N',
  ];
  expect(await imported(file.join('\n'), { 'SMS Y/N': 'noConsentIfNo' })).toEqual({
    status: 'done',
    questions: [
      ...['UHID externalId', 'Patient Name name', 'Attendant Name -', 'Attendant Mobile -', 'Contact No. -'],
      ...['Ref. Doctor -', 'Reg. Date -', 'SMS Y/N? -'],
    ],
    errors: [],
    people: ['Baby of Asha Rao', 'Baby of Asha Rao', 'Ravi Kumar | none'],
  });
});

test('a payroll: mixed dates, addresses of the employer and of managers', async () => {
  const file = [
    'Emp Code\tEmp Name\tDOJ\tDOB\tReporting Manager\tManager Email\tOfficial Email\tPersonal Email\tMobile',
    'E001\tAsha Rao\t01-04-2015\t25-07-1984\tRavi Kumar\tr@corp.example\ta@corp.example\tasha@mail.example\t9812345670',
    'E002\tRavi Kumar\t04-15-2010\t1975-11-15\tBoard\tb@corp.example\tr@corp.example\t\t9812345671',
    'E003\tMeena Iyer\t12/31/2020\t28-Feb-1990\tAsha Rao\ta@corp.example\tm@corp.example\tmeena@mail.example\t9812345672',
  ];
  expect(await imported(file.join('\n'))).toMatchObject({
    status: 'done',
    questions: [
      ...['Emp Code externalId', 'Emp Name name', 'DOJ -', 'Reporting Manager -', 'Manager Email -'],
      ...['Official Email -', 'Personal Email email'],
    ],
    people: [
      'asha@mail.example | +919812345670 | Asha Rao | 1984-07-25',
      '+919812345671 | Ravi Kumar | 1975-11-15',
      'meena@mail.example | +919812345672 | Meena Iyer | 1990-02-28',
    ],
  });
});

test('a society and an insurer: where a row names two people, nothing of them is mixed', async () => {
  const society = [
    'Flat No,Owner Name,Tenant Name,Tenant Mobile,Owner Email',
    '101,Asha Rao,Ravi Kumar,9812345670,asha@mail.example',
    '102,Meena Iyer,Suresh Patil,9812345671,meena@mail.example',
  ];
  const { id } = (await world.upload(society.join('\n'))).summary;
  expect(await asked(id)).toEqual([
    'Flat No -',
    'Owner Name -',
    'Tenant Name -',
    'Tenant Mobile -',
    'Owner Email -',
  ]);
  const insurer = [
    'Employee ID,Employee Name,Member Name,Relationship,Member DOB,Contact Number',
    'E1,Asha Rao,Asha Rao,Self,05/07/1984,9812345670',
    'E1,Asha Rao,Mohan Rao,Spouse,15/11/1980,9812345670',
    'E2,Ravi Kumar,Ravi Kumar,Self,28/02/1990,9812345671',
  ];
  expect(await asked((await world.upload(insurer.join('\n'))).summary.id)).toEqual([
    ...[
      'Employee ID -',
      'Employee Name -',
      'Member Name -',
      'Relationship -',
      'Member DOB -',
      'Contact Number -',
    ],
  ]);
});
