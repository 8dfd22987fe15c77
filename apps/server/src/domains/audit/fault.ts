/** An inconsistency in the sealed audit log, in words. */
export class AuditFault extends Error {}
