import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { compliant, type Finding, GDPR, named, type Rule, unknown } from './rule.ts';

/** Article 30(1)(b), (d) and (f): a record of purposes, recipients and envisaged time limits. */
export const recordsOfProcessing: Rule = {
  id: 'GDPR-30',
  checkType: 'records_of_processing',
  title: 'Records of processing are kept',
  reference: 'GDPR Art. 30(1)',
  ...GDPR,
  evaluate,
};

function evaluate({ registers }: Facts): Finding {
  if (registers === undefined) return unknown(reason('REGISTERS_UNREAD'));
  const { purposes, recipients } = registers;
  if (purposes.purposes.length === 0)
    return unknown(reason('NO_PURPOSE'), ['Register the purposes and recipients.']);
  const evidence = [
    { name: 'purposes', value: String(purposes.purposes.length) },
    { name: 'recipients', value: String(recipients.total) },
    { name: 'purposesOfRecipientsNotRegistered', value: named(recipients.unknownPurposes) },
    { name: 'purposesWithoutTimeLimit', value: named(purposes.withoutRetention) },
  ];
  if (recipients.unknownPurposes.length > 0)
    return {
      status: 'violation',
      score: 50,
      reasons: [reason('PURPOSES_UNREGISTERED', { purposes: recipients.unknownPurposes.length })],
      evidence,
      recommendations: ['Register these purposes, or end the sharing.'],
    };
  if (purposes.withoutRetention.length > 0)
    return {
      status: 'warning',
      score: 80,
      reasons: [reason('TIME_LIMITS_MISSING', { purposes: purposes.withoutRetention.length })],
      evidence,
      recommendations: ['Publish a notice version with a period and an end event.'],
    };
  return compliant(
    reason('RECORDS_KEPT', { purposes: purposes.purposes.length, recipients: recipients.total }),
    evidence,
  );
}
