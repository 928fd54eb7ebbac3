import { epochSuite } from './epoch-suite.ts';
import { localFixture } from './key-store-fixture.ts';

epochSuite('local files', localFixture);
