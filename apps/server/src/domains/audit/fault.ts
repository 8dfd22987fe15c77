/** Thrown for an inconsistency in the sealed audit log; the message describes it. */
export class AuditFault extends Error {}
