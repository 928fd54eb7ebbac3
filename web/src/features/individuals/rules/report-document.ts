import type { AccessReport } from '@pii-vault/contract/principals/principals-schema';
import { individualName } from './addresses.ts';

/** Texts of the page in the user's language. */
export interface ReportWords {
  readonly language: string;
  text: (key: string) => string;
  field: (type: string) => string;
  purpose: (purpose: string) => string;
  action: (action: string) => string;
  at: (iso: string | null | undefined) => string;
}

type Row = readonly string[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

function table(title: string, heads: Row, rows: readonly Row[], none: string): string {
  const cells = (tag: 'th' | 'td', row: Row) =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const body =
    rows.length === 0
      ? `<p>${escaped(none)}</p>`
      : `<table><thead>${cells('th', heads)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
  return `<section><h2>${escaped(title)}</h2>${body}</section>`;
}

const STYLE =
  'body{font-family:system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#111}' +
  'table{border-collapse:collapse;width:100%}th,td{border:1px solid #bbb;padding:.35rem .5rem;text-align:left;' +
  'vertical-align:top;overflow-wrap:anywhere}th{background:#f3f3f3}h2{margin-top:2rem;font-size:1.1rem}';

/** Renders one part of the report. */
function partsOf(words: ReportWords) {
  const { text, field, at } = words;
  return {
    purposes: (purposes: readonly string[]) => purposes.map(words.purpose).join(', ') || '–',
    fields: (types: readonly string[]) =>
      types.length === 0 ? text('report.allFields') : types.map(field).join(', '),
    sum: ({ times, firstAt, lastAt }: { times: number; firstAt: string; lastAt: string }): Row => [
      String(times),
      at(firstAt),
      at(lastAt),
    ],
    part: (key: string, columns: Row, rows: readonly Row[]) =>
      table(
        text(`report.part.${key}`),
        columns.map((column) => text(`report.head.${column}`)),
        rows,
        text('report.none'),
      ),
  };
}

/** The data held, its consent, and its use. */
function dataParts(report: AccessReport, words: ReportWords): readonly string[] {
  const { text, field, action, at } = words;
  const { purposes, fields, sum, part } = partsOf(words);
  return [
    part(
      'personalData',
      ['field', 'value', 'purpose', 'keptUntil', 'updated'],
      report.personalData.map((one) => [
        field(one.fieldType),
        one.value,
        purposes([one.consentDetails.purpose, ...(one.consentDetails.alsoFor ?? [])]),
        at(one.retentionExpiry),
        at(one.updatedAt),
      ]),
    ),
    part(
      'consents',
      ['purpose', 'state', 'date', 'fields', 'notice'],
      report.consents.map(({ kind, details, fieldTypes }) => [
        purposes([details.purpose, ...(details.alsoFor ?? [])]),
        text(`consents.${kind}`),
        at(details.date),
        fields(fieldTypes),
        details.noticeVersion ?? '–',
      ]),
    ),
    part(
      'activities',
      ['action', 'purpose', 'times', 'first', 'last'],
      report.activities.map((one) => [
        action(one.action),
        purposes(one.purpose === null ? [] : [one.purpose]),
        ...sum(one),
      ]),
    ),
  ];
}

/** The recipients, and the nominees. */
function partyParts(report: AccessReport, words: ReportWords): readonly string[] {
  const { text, field } = words;
  const { purposes, fields, sum, part } = partsOf(words);
  return [
    part(
      'readers',
      ['system', 'purpose', 'fields', 'times', 'first', 'last'],
      report.readers.map((one) => [
        one.name ?? one.clientId,
        purposes(one.purpose === null ? [] : [one.purpose]),
        one.fieldNames.map(field).join(', '),
        ...sum(one),
      ]),
    ),
    part(
      'recipients',
      ['name', 'purpose', 'fields', 'country'],
      report.recipients.map((one) => [
        one.name ?? one.code,
        purposes(one.purposes),
        fields(one.fieldTypes),
        one.country ?? '–',
      ]),
    ),
    part(
      'linkedCompanies',
      ['name'],
      report.linkedCompanies.map(({ name }) => [name]),
    ),
    part(
      'verifiedSame',
      ['record'],
      report.verifiedSame.map((id) => [individualName(id)]),
    ),
    part(
      'nominees',
      ['name', 'relationship', 'email', 'phone'],
      report.nomination.nominees.map((one) => [
        one.name,
        text(`nominee.relation.${one.relationship}`),
        one.email ?? '–',
        one.phone ?? '–',
      ]),
    ),
  ];
}

/** The access report as one HTML page without scripts or external resources; every text is escaped. */
export function reportDocument(report: AccessReport, words: ReportWords): string {
  const { text, at } = words;
  const parts = [...dataParts(report, words), ...partyParts(report, words)];
  const title = `${text('report.title')} – IND_${report.individualId}`;
  return (
    `<!doctype html><html lang="${escaped(words.language)}"><head><meta charset="utf-8">` +
    `<title>${escaped(title)}</title><style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>` +
    `<p>${escaped(report.companyName)} · ${escaped(report.masterKey)} · ${escaped(at(report.generatedAt))}</p>` +
    `${parts.join('')}</body></html>\n`
  );
}
