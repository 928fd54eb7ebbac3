import { invalidArgument, permissionDenied } from '@pii-vault/platform/core/errors/app-error';

export const invalidFilter = (path: string, message: string) =>
  invalidArgument('INVALID_FILTER', message, { details: [{ path, message }] });

export const invalidDecision = (path: string, message: string) =>
  invalidArgument('INVALID_DECISION', message, { details: [{ path, message }] });

export const ownSessionRequired = () =>
  permissionDenied(
    'OWN_SESSION_REQUIRED',
    'API credentials and delegated tokens may not lift a stop: sign in with your password and repeat the request',
  );

export const ownStop = () =>
  permissionDenied(
    'OWN_STOP',
    'You cannot lift the stop of your own credential; another administrator of the company must check the alarm and lift it',
  );

export const dependentAccount = () =>
  permissionDenied(
    'DEPENDENT_ACCOUNT',
    'Your account and one behind the stopped credential are not independent: within the last seven days one of them, or ' +
      'a third account, created the other or changed its password, second factors, address, role or status. Another ' +
      'administrator of the company must check the alarm and lift the stop',
  );
