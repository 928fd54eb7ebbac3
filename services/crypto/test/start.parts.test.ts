import { addressOf } from '@pii-vault/platform/testing/test-services';
import { inject } from 'vitest';
import { kmsFixture, softHsmFixture } from './key-store-fixture.ts';
import { startSuite } from './start-suite.ts';

startSuite('SoftHSM2', softHsmFixture);
startSuite('AWS KMS', () => kmsFixture(addressOf(inject('testServices'), 'CRYPTO_KMS_ENDPOINT')));
