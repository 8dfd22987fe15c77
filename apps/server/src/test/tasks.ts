import type { TaskRun } from '@longreach/contract/tasks/argument'
import { systemScope } from '../db/scope.ts'
import { makeAction } from './actions.ts'
import { makeDevice, type Place, type World } from './world.ts'

let count = 0

/** A group of two commands. */
export async function makeTaskGroup(world: World, place: Place): Promise<{ task_group: number; task: number }> {
  const { id: task_group } = await world.db
    .insertInto('task_groups')
    .values({ ...place, name: `Group ${++count}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [first] = await world.db
    .insertInto('tasks')
    .values(
      ['First', 'Second'].map((name, at) => ({
        group_id: task_group,
        place: at,
        name,
        type: 'command',
        command: 'true',
        acceptable_codes: [0],
        timeout: 10,
        stop_on_failure: true,
      })),
    )
    .returning('id')
    .execute()
  return { task_group, task: first!.id }
}

/** A run of such a group that has ended on one device. */
export async function makeTaskLog(
  world: World,
  place: Place,
): Promise<{ task_log: number; action: number; action_target: number }> {
  const { task_group, task } = await makeTaskGroup(world, place)
  const device = await makeDevice(world, place)
  const command = { type: 'command', command: 'true', timeout: 10, stop_on_failure: true, values: {} } as const
  const run: TaskRun = {
    group_id: task_group,
    name: 'Nightly',
    tasks: [{ id: task, name: 'First', ...command }],
    success_tags: [],
    failed_tags: [],
    secret: false,
  }
  const made = await makeAction(world, place, device, { kind: 'task_group', state: 'done', finished_at: new Date() })
  await world.db
    .updateTable('actions')
    .set({ kind: 'task_group', arg: JSON.stringify(run), source_id: task_group, source_name: run.name })
    .where('id', '=', made.action)
    .where(systemScope('row resolved in scope before'))
    .execute()
  const { id } = await world.db
    .insertInto('task_logs')
    .values({
      ...place,
      target_id: made.action_target,
      attempt: 1,
      task: 1,
      device_id: device,
      type: 'command',
      name: 'First',
      state: 'done',
      message: 'Done',
      exit_code: 0,
      output: 'all well',
      duration: 1.5,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { task_log: id, ...made }
}
