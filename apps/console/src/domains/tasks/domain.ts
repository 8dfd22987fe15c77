import { IconListCheck } from '@tabler/icons-react'
import { defineDomain } from '../../registry/domain.ts'
import labels from './en/labels.json' with { type: 'json' }

const permissions = ['execute_device_task_groups'] as const

export const tasks = defineDomain({
  name: 'tasks',
  labels,
  help: () => import('./en/help.json'),
  screens: [
    {
      path: '/management/task-manager',
      permissions: ['view_device_task_groups'],
      menu: { group: 'management', item: 'task-manager', label: 'tasks:menu.taskManager', icon: IconListCheck },
      help: 'task-manager',
      page: () => import('./task-manager-page.tsx').then((file) => file.TaskManagerPage),
    },
    {
      path: '/management/task-manager/logs',
      permissions: ['view_device_task_groups'],
      under: 'task-manager',
      help: 'task-manager',
      page: () => import('./logs-page.tsx').then((file) => file.LogsPage),
    },
  ],
  parts: [
    { at: 'devices.row', permissions, load: () => import('./run-items.tsx').then((file) => file.RowRun) },
    { at: 'devices.bulkMore', permissions, load: () => import('./run-items.tsx').then((file) => file.BulkRun) },
    { at: 'device.menu', permissions, load: () => import('./run-items.tsx').then((file) => file.DeviceRun) },
  ],
  forms: { names: ['newTaskGroup', 'editTaskGroup'], load: () => import('./form-pages.tsx') },
  pickers: { task_group: () => import('./picker.ts'), task: () => import('./task-picker.ts') },
})
