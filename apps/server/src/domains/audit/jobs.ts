import { type Job, job } from '../../jobs/job.ts'
import { type SealDeps, sealAudit } from './sealing.ts'

export function auditJobs(deps: SealDeps): Job[] {
  return [job({ name: 'audit.seal', every: '* * * * *' }).handle(() => sealAudit(deps))]
}
