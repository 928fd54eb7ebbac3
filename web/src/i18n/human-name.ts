const ACRONYMS: ReadonlySet<string> = new Set(['aml', 'api', 'crm', 'id', 'ip', 'kyc', 'pan', 'sms']);

/** 'matching_probe' or 'uniqueIPs' → 'Matching probe', 'Unique IPs'; 'kyc' → 'KYC': for what has no label. */
export function humanName(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after}`)
    .replace(/ ([A-Z])(?![A-Z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`)
    .replace(/\b[a-z]+\b/g, (word) => (ACRONYMS.has(word) ? word.toUpperCase() : word));
  return words.charAt(0).toUpperCase() + words.slice(1);
}
