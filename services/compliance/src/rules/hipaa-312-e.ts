import type { Facts } from '../facts/facts.ts';
import { type Reason, reason } from './reason.ts';
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

function evaluate({ remote: { transport } }: Facts): Finding {
  if (transport === undefined) return unknown(reason('TRANSPORT_UNREAD'));
  const { between, isConsoleSecure } = transport;
  const faults = [
    ...(between === 'plain' ? ['Set up certificates for the services (mTLS).'] : []),
    ...(isConsoleSecure ? [] : ['Serve the console over https.']),
  ];
  return {
    ...byShare(2 - faults.length, 2),
    reasons: [callsOf(between), reason(isConsoleSecure ? 'CONSOLE_SECURE' : 'CONSOLE_INSECURE')],
    evidence: evidenceOf({ betweenServices: between, consoleSecure: isConsoleSecure ? 'yes' : 'no' }),
    recommendations: faults,
  };
}

const CALLS: ReadonlyMap<string, 'CALLS_IN_PROCESS' | 'CALLS_MTLS' | 'CALLS_PLAIN'> = new Map([
  ['in_process', 'CALLS_IN_PROCESS'],
  ['mtls', 'CALLS_MTLS'],
  ['plain', 'CALLS_PLAIN'],
]);

function callsOf(between: string): Reason {
  const key = CALLS.get(between);
  return key === undefined ? reason('CALLS_OTHER', { between }) : reason(key);
}
