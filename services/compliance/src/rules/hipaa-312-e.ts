import type { Facts } from '../facts/facts.ts';
import { byShare, evidenceOf, type Finding, HIPAA, type Rule, unknown } from './rule.ts';

/** § 164.312(e)(1): protection against access to data in transit: between the services, and to the console. */
export const transmissionSecured: Rule = {
  id: 'HIPAA-312-E',
  checkType: 'transmission_security',
  title: 'Transmission is secured',
  reference: '45 CFR 164.312(e)',
  ...HIPAA,
  evaluate,
};

function evaluate({ told: { transport } }: Facts): Finding {
  if (transport === undefined) return unknown('How connections are secured could not be learned.');
  const { between, isConsoleSecure } = transport;
  const faults = [
    ...(between === 'plain' ? ['Give the services certificates (mTLS).'] : []),
    ...(isConsoleSecure ? [] : ['Serve the console over https.']),
  ];
  return {
    ...byShare(2 - faults.length, 2),
    details: `Calls between services: ${WORDS.get(between) ?? between}; the console is ${isConsoleSecure ? '' : 'not '}behind https or on the same machine.`,
    evidence: evidenceOf({ betweenServices: between, consoleSecure: isConsoleSecure ? 'yes' : 'no' }),
    recommendations: faults,
  };
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['in_process', 'inside one process'],
  ['mtls', 'mutual TLS'],
  ['plain', 'not encrypted'],
]);
