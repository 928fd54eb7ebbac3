/** Points. */
export const MARGIN = 56;

export const COLOURS = {
  ink: '#1a2233',
  grey: '#5b6475',
  line: '#d5dae3',
  stripe: '#f4f6f9',
  status: new Map([
    ['compliant', '#1b7f4b'],
    ['warning', '#a35c00'],
    ['violation', '#b3261e'],
  ]),
} as const;

/** The order of summaries. */
export const STATUS_WORDS: ReadonlyMap<string, string> = new Map([
  ['violation', 'Non-compliant'],
  ['warning', 'Warning'],
  ['unknown', 'No data'],
  ['compliant', 'Compliant'],
  ['not_in_force', 'Not in force yet'],
  ['not_applicable', 'Not applicable'],
]);

const REGULATIONS: ReadonlyMap<string, string> = new Map([
  ['dpdp', 'DPDP Act, 2023 and DPDP Rules, 2025'],
  ['gdpr', 'General Data Protection Regulation (EU) 2016/679'],
  ['hipaa', 'HIPAA Security Rule, 45 CFR Part 164'],
  ['pci_dss', 'PCI DSS v4.0.1'],
  ['all', 'All regulations'],
]);

export function regulationName(type: string): string {
  return REGULATIONS.get(type) ?? type;
}

export function pageWidth(doc: PDFKit.PDFDocument): number {
  return doc.page.width - 2 * MARGIN;
}

/** What the standard fonts can show (Windows-1252); other letters become `?` and so are seen to be missing. */
export function latin(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]/gu, '?');
}
