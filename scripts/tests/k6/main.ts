import { prepare, tidyUp } from './prepare.ts';
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
export const setup = () => prepare();
export const teardown = tidyUp;
