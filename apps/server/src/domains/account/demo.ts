import type { Tx } from '../../db/client.ts'
import type { Demo } from '../../module/module.ts'
import { findDemoCompany } from '../companies/demo.ts'
import { placementOf } from '../companies/place.ts'
import { findAccount, insertUser } from '../users/store.ts'
import { hashPassword } from './password.ts'

/** Public on purpose: the demo is lost with its data folder and refuses to serve. */
const password = 'Longreach-demo-1'

const users = [
  { name: 'root', role: 1, company: 'Platform' },
  { name: 'support', role: 5, company: 'Platform' },
  { name: 'admin', role: 2, company: 'Demo' },
  { name: 'viewer', role: 6, company: 'Demo' },
  { name: 'mara.lind', role: 2, company: 'Demo' },
  { name: 'jonas.weber', role: 3, company: 'Demo' },
  { name: 'client', role: 3, company: 'Demo North' },
  { name: 'guest', role: 4, company: 'Demo North' },
  { name: 'nils.aalto', role: 2, company: 'Demo North' },
  { name: 'pia.koski', role: 2, company: 'Demo North Pier' },
  { name: 'ole.strand', role: 3, company: 'Demo North Pier' },
  { name: 'tess.moreau', role: 6, company: 'Demo North Pier' },
] as const

const emailOf = (name: (typeof users)[number]['name']) => `${name}@longreach.test`

/** Creator of what a company of the demo has; undefined once a user has deleted it. */
export const findDemoAdmin = (tx: Tx) => findAccount(tx, emailOf('admin'))

export const accountDemo: Demo<unknown> = {
  async fill(tx) {
    const password_hash = await hashPassword(password)
    for (const { name, role, company } of users) {
      await insertUser(tx, {
        ...placementOf(await findDemoCompany(tx, company)),
        role_id: role,
        username: emailOf(name),
        email: emailOf(name),
        password_hash,
        email_verified_at: new Date(),
      })
    }
  },
}
