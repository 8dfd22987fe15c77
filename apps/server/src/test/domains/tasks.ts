import { forbiddenInNames } from '@longreach/contract/forms/patterns'
import {
  createTaskGroup,
  getTaskGroup,
  listGroupLogs,
  listTaskLogs,
  runTaskGroup,
} from '@longreach/contract/tasks/endpoints'
import { until } from '../until.ts'
import { at } from './actions.ts'

export const taskCaps = ['exec', 'send', 'fetch', 'store']

type Given = Record<string, unknown>
let groups = 0

/** A command as a task of the same name, without the characters that names cannot have. */
export const command = (text: string, more: Given = {}) => ({
  name: [...text].filter((sign) => !forbiddenInNames.includes(sign)).join(''),
  type: 'command',
  data: { command: text },
  ...more,
})

export async function makeGroup(tasks: readonly Given[], more: Given = {}, client = at.admin): Promise<number> {
  const body = { company_id: at.company.company_id, name: `Group ${++groups}`, tasks, ...more }
  const { data, errors } = await client.call(createTaskGroup, { body: body as never })
  if (!data) throw new Error(JSON.stringify(errors))
  return data.id
}

export const read = async (id: number) => (await at.admin.call(getTaskGroup, { params: { id } })).data

export const start = (id: number, devices: readonly number[], more: Given = {}, client = at.admin) =>
  client.call(runTaskGroup, { params: { id }, body: { device_id: [...devices], ...more } as never })

export const runsOf = async (device: number) =>
  (await at.admin.call(listGroupLogs, { query: { device_id: device } })).data

/** Outcomes of a run's tasks, in order. */
export async function logsOf(groupLog: number) {
  const { data } = await at.admin.call(listTaskLogs, { query: { group_log_id: groupLog, limit: 100 } })
  return data.toReversed()
}

/** Waits until the last run of a device has ended. */
export async function ended(device: number) {
  await until(async () => (await runsOf(device))[0]?.status !== 'processing')
  const [run] = await runsOf(device)
  return run!
}
