import { makeTaskGroup, makeTaskLog } from '../tasks.ts'
import { type Example, type Examples, fresh, type OwnIds, type Theirs } from './shared.ts'

const upload = async (own: OwnIds) => ({
  name: 'Upload',
  type: 'upload_file',
  data: { file_id: await own.file(), target_path: '/etc/task.txt' },
})

const ofTaskGroup =
  (rest: object = {}): Example =>
  async (own) => ({ params: { id: (await own.taskGroup()).task_group }, ...rest })

const ofTask =
  (rest: object = {}): Example =>
  async (own) => ({ params: { id: (await own.taskGroup()).task }, ...rest })

export const examples: Examples = {
  'tasks.create_group': async (own) => ({
    body: {
      company_id: own.company,
      name: fresh('Group '),
      tasks: [await upload(own)],
    },
  }),
  'tasks.get_group': ofTaskGroup(),
  'tasks.update_group': async (own) => ({
    params: { id: (await own.taskGroup()).task_group },
    body: { name: fresh('Renamed '), tasks: [await upload(own)] },
  }),
  'tasks.delete_group': ofTaskGroup(),
  'tasks.delete_groups': async (own) => ({ body: { id: [(await own.taskGroup()).task_group] } }),
  'tasks.run': async (own) => ({
    params: { id: (await own.taskGroup()).task_group },
    body: { device_id: [await own.device({ caps: ['exec'] })] },
  }),
  'tasks.update': ofTask({ body: { name: 'Renamed', order: 1, stop_on_failure: false, timeout: 5 } }),
  'tasks.delete': ofTask(),
  'tasks.get_group_log': async (own) => ({ params: { id: (await own.taskLog()).action_target } }),
  'tasks.get_log': async (own) => ({ params: { id: (await own.taskLog()).task_log } }),
}

export const theirs: Theirs = async (world, place) => ({
  ...(await makeTaskGroup(world, place)),
  task_log: (await makeTaskLog(world, place)).task_log,
})
