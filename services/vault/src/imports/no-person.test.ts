import { expect, test } from 'vitest';
import { judgeRows } from './judge-rows.ts';
import { FILE_START } from './record-framer.ts';
import { ownKeysMapper } from './row-mapper.ts';

const rules = {
  purposes: ['kyc'],
  mapRow: ownKeysMapper(undefined),
  swallowing: () => undefined,
  onInvalid: 'skip-field' as const,
  dateOrder: 'dmy' as const,
};
const columns = ['Customer ID', 'Name', 'Phone', 'Branch', 'Amount'];

/** Reasons of a row's rejection, or 'person'. */
function judged(...cells: string[]): string {
  const row = {
    start: FILE_START,
    end: FILE_START,
    cells: new Map(columns.map((column, i) => [column, cells[i] ?? ''])),
  };
  const { people, errors } = judgeRows(rules, [row], 1, new Date('2026-11-21T00:00:00Z'));
  return people.length === 1 ? 'person' : errors.map(({ reason }) => reason).join();
}

test.each([
  [['', 'Total', '', '', '12500']],
  [['Total', '125', '', '', '=SUM(E2:E90)']],
  [['', 'Grand Total:', '', '', 'Rs. 1,25,000.00']],
  [['', 'Sub-Total', '', '', '5 Cr']],
  [['', 'Total no. of records: 125', '', '', '']],
  [['Total', 'Total', '', '', '']],
  [['', 'TOTAL', '125', '', '']],
  [['', 'कुल योग', '', '', '125']],
  [['', 'Sum', '', '', '1']],
  [['', 'Branch Total', '', '', '125']],
  [['', 'Branch-wise total']],
  [['', 'Sub Total Branch MUM01', '', '', '125']],
  [['', 'Total for Andheri (MUM01)']],
  [['', 'कुल सदस्य', '', '', '125']],
  [['', 'TOTAL ACCOUNTS: 4']],
  [['Total Students - 1,234', '', '', '', '9']],
  [['', 'एकूण', '', '', '125']],
])('the total %j is no person', (cells) => {
  expect(judged(...cells)).toBe('ROW_TOTAL');
});

test.each([
  [['End of Report']],
  [['', '*** End ***']],
  [['', '-- END OF FILE --', '', '', '']],
  [['', 'Page 1 of 3']],
  [['125', '(125 rows)']],
  [['', 'Report generated on 01/04/2026 by admin']],
  [['', 'This is a computer generated report and needs no signature']],
  [['', 'रिपोर्ट समाप्त']],
  [['Prepared by: Ravi Kumar']],
  [['', 'Authorised Signatory']],
  [['No. of customers - 2']],
  [['', 'E. & O.E.']],
  [['', 'Branch: Andheri (MUM01)']],
  [['', 'Note: figures are provisional']],
  [['', `Disclaimer: ${'the figures are provisional '.repeat(6)}`]],
  [['Run Date : 31-03-2026', 'User: admin']],
  [['', 'As on 31/03/2026']],
  [['', 'Page No: 2 of 3']],
  [['', 'Continued on next page']],
  [['', 'No records found']],
  [['', '3 rows in set (0.00 sec)']],
  [['', 'Opening Balance', '', '', '125']],
  [['', 'C/F', '', '', '125']],
  [['', 'Sd/- Manager']],
  [['', 'पृष्ठ 1']],
  [['', 'WARD NO 1']],
  [['', 'Route 5 (Morning)']],
  [['', 'SC/ST']],
  [['', 'CLASS V - A']],
  [['', 'वार्ड १']],
  [['', 'Section A:']],
])('the report text %j is no person', (cells) => {
  expect(judged(...cells)).toBe('ROW_REPORT_TEXT');
});

test.each([
  [columns, 'ROW_REPEATED_HEADER'],
  [['CUSTOMER ID', ' name', 'Phone'], 'ROW_REPEATED_HEADER'],
  [['No', 'of Customer', 'Number', 'Name', ''], 'ROW_REPEATED_HEADER'],
  [['----', '====', '***'], 'ROW_PUNCTUATION'],
  [['', '_____'], 'ROW_PUNCTUATION'],
  [['', '', '', 'Pune', ''], 'ROW_EMPTY'],
])('%j is %s', (cells, reason) => {
  expect(judged(...cells)).toBe(reason);
});

test.each([
  [['1', 'Ravi Total', '9812345670']],
  [['1', 'Total', '9812345670']],
  [['1', 'Total', '', 'Pune']],
  [['1', 'End', '9812345670']],
  [['1', 'Sum Wai', '']],
  [['1', 'Pagesh Kumar', '']],
  [['1', 'Endira', '']],
  [['1', 'Name Kumar', '']],
  [['1', 'Totaram', '']],
  [['', 'Asha', '', '', '12500']],
  [['', 'Noof Checkeda', '', '', '']],
  [['1', 'Branch: Andheri', '9812345670']],
  [['', 'Page Rao']],
  [['', 'Totaldas Shah']],
  [['', 'Branch Rao']],
  [['', 'Asha Signature']],
  [['', 'Wardah', '', '', '']],
  [['', 'Class Rao', '', '', '']],
  [['1', 'Ward No 1', '9812345670']],
  [['', 'Asha', 'Number', 'Name']],
  [['', 'Total Raju', '9812345670']],
])('%j is a person', (cells) => {
  expect(judged(...cells)).toBe('person');
});

test.each([
  'Asha Rao & Mohan Rao',
  'Mr. & Mrs. Ravi Kumar',
  'Geeta and Gopal Bose',
  'रमेश और सीमा पाटील',
  'ASHOK SHARMA/SUNITA SHARMA',
])('%j is the name of several people', (name) => {
  expect(judged('1', name, '9812345670')).toBe('NAME_OF_SEVERAL');
});

test.each([
  'Shah & Sons',
  'Tata Consultancy Services & Co',
  'Anand Sharma',
  'Mohd/Mohammad Irfan',
  'Meena Iyer S/O Gopal Iyer',
  'R & D Rao',
  'Andal Rao',
])('%j is one name', (name) => {
  expect(judged('1', name, '9812345670')).toBe('person');
});

test('a row of long cells is judged by few of their characters', () => {
  const long = `Total ${'no of '.repeat(40_000)}`;
  expect(judged('', long)).not.toContain('ROW_TOTAL');
});

test('a label of many numbers is judged in linear time', () => {
  // Took 4 times as long for each further number: a minute for 16.
  expect(judged('1', `Total ${'1 '.repeat(16)}Rao`)).toBe('person');
  expect(judged('', `Total ${'1 '.repeat(16)}records`)).toBe('ROW_TOTAL');
}, 10_000);
