export { seeded as createSequence } from '@bandeja/service/test/support/seeded';
