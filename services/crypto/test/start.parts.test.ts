import { softHsmFixture } from './key-store-fixture.ts';
import { startSuite } from './start-suite.ts';

startSuite('SoftHSM2', softHsmFixture);
