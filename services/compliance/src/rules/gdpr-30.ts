import type { Facts } from '../facts/facts.ts';
import { type Finding, GDPR, named, type Rule, unknown } from './rule.ts';

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
  if (registers === undefined) return unknown('The registers could not be read.');
  const { purposes, recipients } = registers;
  if (purposes.purposes.length === 0)
    return unknown('No purpose is registered yet.', ['Register the purposes and recipients.']);
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
      details: `Recipients are named for ${recipients.unknownPurposes.length} purposes that the records do not hold.`,
      evidence,
      recommendations: ['Register these purposes, or end the sharing.'],
    };
  if (purposes.withoutRetention.length > 0)
    return {
      status: 'warning',
      score: 80,
      details: `The records name no time limit for ${purposes.withoutRetention.length} purposes.`,
      evidence,
      recommendations: ['Publish a notice version with a period and an end event.'],
    };
  return {
    status: 'compliant',
    score: 100,
    details: `The records hold ${purposes.purposes.length} purposes with time limits and ${recipients.total} recipients.`,
    evidence,
    recommendations: [],
  };
}
