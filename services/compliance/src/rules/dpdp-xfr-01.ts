import type { Facts } from '../facts/facts.ts';
import { byShare, DPDP_ACT_2023, evidenceOf, type Finding, type Rule, unknown } from './rule.ts';

/** Sections 6 and 16: data meets data of another company only under the agreement of both, for its purpose. */
export const linksAuthorised: Rule = {
  id: 'DPDP-XFR-01',
  regulationType: 'dpdp',
  checkType: 'cross_company_links',
  title: 'Links across companies are authorised',
  reference: 'DPDP Act, 2023, s.6, s.16',
  ...DPDP_ACT_2023,
  evaluate,
};

function evaluate({ told }: Facts): Finding {
  if (told.links === undefined) return unknown('The links could not be compared with the agreements.');
  const { links, agreements, unauthorised } = told.links;
  return {
    ...byShare(links - unauthorised, links),
    details:
      unauthorised > 0
        ? `${unauthorised} of ${links} links to other companies rest on no agreement in force.`
        : `All ${links} links to other companies rest on ${agreements} agreements in force.`,
    evidence: evidenceOf({
      crossCompanyLinks: links,
      agreementsNamed: agreements,
      linksWithoutAgreement: unauthorised,
    }),
    recommendations: unauthorised === 0 ? [] : ['Look why the links of an ended agreement were not removed.'],
  };
}
