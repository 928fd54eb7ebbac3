import { epochSuite } from './epoch-suite.ts';
import { softHsmFixture } from './key-store-fixture.ts';

epochSuite('SoftHSM2', softHsmFixture);
