export { appendAudit } from './append.ts';
export { type AuditEntry, type AuditEvent, auditActions, auditHash } from './chain.ts';
export { listAudit } from './list.ts';
export { listMatchAudit } from './list-of-match.ts';
