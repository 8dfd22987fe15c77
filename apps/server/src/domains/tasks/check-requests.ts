import { isSecretOption, replaceSecrets } from '@longreach/contract/configs/secrets'
import type { ErrorItem } from '@longreach/contract/errors'
import { text } from '@longreach/contract/i18n'
import type { TaskRun } from '@longreach/contract/tasks/argument'
import type { GivenTask } from '@longreach/contract/tasks/schemas'
import type { Db } from '../../db/client.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { DeviceApi } from '../actions/hooks.ts'
import { bodyOf, requestLine } from './request.ts'
import type { Values } from './run.ts'

export type FindApis = () => readonly DeviceApi[]

/** Throws if a request contains the value of a secret: a task is stored in plain text, a secret variable is not. */
export async function requireSecretVariables(
  db: Db,
  findApis: FindApis,
  tasks: readonly GivenTask[],
  secretVariables: readonly string[],
): Promise<void> {
  const requests = tasks.filter(({ type }) => type === 'api_request')
  if (requests.length === 0) return
  const names = new Set(
    (await Promise.all(findApis().map((api) => api.secretNames(db)))).flatMap((found) => [...found]),
  )
  const isVariable = (value: unknown) => {
    const [, name = ''] = /^%(\w+)%$/.exec(String(value)) ?? []
    return value === '' || secretVariables.includes(name)
  }
  for (const { name: task, data } of requests) {
    const found: string[] = []
    replaceSecrets(data.body ? JSON.parse(data.body) : {}, names, (value, path) => {
      if (!isVariable(value)) found.push(path.join('.'))
    })
    for (const [key, value] of new URLSearchParams((data.query ?? '').replaceAll('%', '%25')))
      if ((isSecretOption(key) || names.has(key)) && !isVariable(value)) found.push(key)
    const [name] = found
    if (name !== undefined)
      throw new Problem('VALIDATION_FAILED', { source: 'tasks', message: text('tasks.secret_literal', { task, name }) })
  }
}

/** Throws if a request of a run does not match the API documents, with a line for each fault. */
export async function checkRequests(
  db: Db,
  findApis: FindApis,
  { tasks }: TaskRun,
  secrets: readonly Values[] = [],
): Promise<void> {
  const errors: ErrorItem[] = []
  for (const [at, task] of tasks.entries()) {
    if (task.type !== 'api_request') continue
    const values = { ...task.values, ...secrets[at] }
    const [method = '', address = ''] = (requestLine(task, values) ?? '').split(' ')
    for (const api of findApis())
      for (const reason of await api.faultsOf(db, { method, address, body: bodyOf(task, values) }))
        errors.push({
          code: 'VALIDATION_FAILED',
          source: 'tasks',
          message: text('tasks.request_fault', { task: task.name, reason }),
        })
  }
  if (errors.length > 0) throw new Problem('VALIDATION_FAILED', { errors })
}
