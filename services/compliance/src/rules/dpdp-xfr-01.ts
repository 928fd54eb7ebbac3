import type { Facts } from '../facts/facts.ts';
import { reason } from './reason.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Sections 6 and 16: data meets data of another company only under the agreement of both, for its purpose. */
export const linksAuthorised: Rule = {
  id: 'DPDP-XFR-01',
  checkType: 'cross_company_links',
  title: 'Links across companies are authorised',
  reference: 'DPDP Act, 2023, s.6, s.16',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ remote }: Facts): Finding {
  if (remote.links === undefined) return unknown(reason('LINKS_UNCOMPARED'));
  const { links, agreements, unauthorised } = remote.links;
  return {
    ...byShare(links - unauthorised, links),
    reasons: [
      unauthorised > 0
        ? reason('LINKS_UNAUTHORISED', { unauthorised, links })
        : reason('LINKS_AUTHORISED', { links, agreements }),
    ],
    evidence: evidenceOf({
      crossCompanyLinks: links,
      agreementsNamed: agreements,
      linksWithoutAgreement: unauthorised,
    }),
    recommendations:
      unauthorised === 0 ? [] : ['Find out why the links of an ended agreement were not removed.'],
  };
}
