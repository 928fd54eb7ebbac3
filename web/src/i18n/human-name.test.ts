import { expect, it } from 'vitest';
import { humanName } from './human-name.ts';

it.each([
  ['matching_probe', 'Matching probe'],
  ['uniqueIPs', 'Unique IPs'],
  ['recordsCreated', 'Records created'],
  ['kyc', 'KYC'],
  ['kyc_refresh', 'KYC refresh'],
  ['kyclike', 'Kyclike'],
])('%s is %s', (name, words) => expect(humanName(name)).toBe(words));
