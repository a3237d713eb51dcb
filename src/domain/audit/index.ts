export { type AuditActor, auditActions } from '../../store/audit.ts';
export { appendAudit, auditHash } from './chain.ts';
export { listErasures, recordErasure } from './erasures.ts';
export {
  type AuditEvent,
  amendedEvent,
  auditActor,
  auditedFacts,
  type Facts,
  submittedEvent,
  submittedFacts,
} from './events.ts';
export { listAudit, listMatchAudit } from './list.ts';
export { AuditEntry, AuditVerification, Erasure } from './shapes.ts';
export { type VerifyAuditOptions, verifyAudit } from './verify.ts';
