export * from './errors';
export * from './registration/build-registration-body';
export * from './registration/check-webhook-url';
export * from './registration/fingerprint-registration';
export * from './registration/is-private-host';
export * from './registration/is-reachable-from-service';
export * from './registration/parse-registration-answer';
export * from './registration/parse-remembered-registrations';
