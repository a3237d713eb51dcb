export { type Actor, auditActions } from '../../store/audit.ts';
export { appendAudit, auditHash } from './chain.ts';
export { type AuditEvent, amendedEvent, auditedFacts, submittedEvent } from './events.ts';
export { listAudit, listMatchAudit } from './list.ts';
export { AuditEntry } from './shapes.ts';
