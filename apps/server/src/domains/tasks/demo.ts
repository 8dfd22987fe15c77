import type { Demo } from '../../module/module.ts'
import { findDemoCompany } from '../companies/demo.ts'
import { placementOf } from '../companies/place.ts'
import { insertGroup, setTasks } from './store.ts'

/** Checks after a visit; the group asks for a name. */
const checks = [
  { name: 'Uptime', command: 'uptime', timeout: 10 },
  { name: 'Memory', command: 'free', timeout: 10 },
  { name: 'Leave a note', command: 'echo "Checked by %technician%"', timeout: 10 },
] as const

export const tasksDemo: Demo<unknown> = {
  async fill(tx) {
    const place = placementOf(await findDemoCompany(tx, 'Demo'))
    const id = await insertGroup(tx, place, { name: 'Check after a visit', secret_variables: [], user_id: null })
    const tasks = checks.map(({ name, command, timeout }) => ({
      name,
      type: 'command' as const,
      timeout,
      stop_on_failure: false,
      data: { command, acceptable_codes: [0] },
    }))
    await setTasks(tx, id, tasks)
  },
}
