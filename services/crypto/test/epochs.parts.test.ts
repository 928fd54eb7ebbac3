import { addressOf } from '@pii-vault/platform/testing/test-services';
import { inject } from 'vitest';
import { epochSuite } from './epoch-suite.ts';
import { kmsFixture, softHsmFixture } from './key-store-fixture.ts';

epochSuite('SoftHSM2', softHsmFixture);
epochSuite('AWS KMS', () => kmsFixture(addressOf(inject('testServices'), 'CRYPTO_KMS_ENDPOINT')));
