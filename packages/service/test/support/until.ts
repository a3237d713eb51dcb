export { until } from '@bandeja/postgres/test/support/until';
