import { prepare, refuseOthersPeople, tidyUp } from './prepare.ts';
import { optionsOf } from './profiles.ts';

export { consoleUser } from './console.ts';
export {
  partnerCreatesAndReveals,
  partnerImportsAndExports,
  partnerReveals,
  partnerSearches,
  partnerSendsBatch,
} from './partner.ts';

export const options = optionsOf(__ENV.PROFILE || 'load');
export function setup() {
  refuseOthersPeople();
  return prepare();
}
export const teardown = tidyUp;
