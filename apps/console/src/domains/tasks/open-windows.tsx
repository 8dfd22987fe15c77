import './texts.ts'
import type { GroupLog } from '@longreach/contract/tasks/schemas'
import i18next from 'i18next'
import { keyOf, only, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'
import type { DraftTask } from './draft.ts'

const GroupWindow = lazy(() => import('./group-window.tsx').then((file) => ({ default: file.GroupWindow })))
const TaskWindow = lazy(() => import('./task-window.tsx').then((file) => ({ default: file.TaskWindow })))
const RunWindow = lazy(() => import('./run-window.tsx').then((file) => ({ default: file.RunWindow })))
const LogWindow = lazy(() => import('./log-window.tsx').then((file) => ({ default: file.LogWindow })))

const help = 'task-manager'

interface Named {
  id: number
  name: string
}

/** Opens a group to edit; with null, creates one. */
export function openGroup(group: Named | null): void {
  windows.open({
    id: group ? `task-group-${group.id}` : 'task-group-new',
    title: group ? i18next.t('tasks:group.editTitle', { name: group.name }) : i18next.t('tasks:group.add'),
    width: 680,
    help,
    content: <GroupWindow id={group?.id ?? null} />,
  })
}

export function openTask(task: DraftTask, isNew: boolean, onDone: (task: DraftTask) => void): void {
  windows.open({
    id: `task ${task.key}`,
    title: isNew ? i18next.t('tasks:task.add') : i18next.t('tasks:task.editTitle', { name: task.name }),
    width: 520,
    help,
    content: <TaskWindow task={task} isNew={isNew} onDone={onDone} />,
  })
}

function titleOf(selected: SelectedRows): string {
  const formatted = formatCount(selected.count)
  const [name] = selected.names
  if ('filter' in selected) return i18next.t('tasks:run.titleAll', { formatted })
  return selected.count === 1 && name !== undefined
    ? i18next.t('tasks:run.titleOne', { name })
    : i18next.t('tasks:run.titleMany', { count: selected.count, formatted })
}

/** Runs a group, selected in the window, on devices. */
export function openRunOn(selected: SelectedRows): void {
  const id = `run-tasks ${keyOf(selected)}`
  const onCount = (count: number) => windows.rename(id, titleOf({ ...selected, count }))
  const content = <RunWindow selected={selected} group={null} onCount={onCount} />
  windows.open({ id, title: titleOf(selected), width: 560, help, content })
}

/** Runs a group on devices, selected in the window. */
export function openRunGroup(group: Named): void {
  windows.open({
    id: `run-group-${group.id}`,
    title: i18next.t('tasks:run.titleGroup', { name: group.name }),
    width: 560,
    help,
    content: <RunWindow selected={null} group={group.id} />,
  })
}

export function openRunOnOne(group: number, device: Named, onStarted: (action: number) => void): void {
  const selected = only(device.id, device.name)
  windows.open({
    id: `run-group-${group} ${device.id}`,
    title: titleOf(selected),
    width: 560,
    help,
    content: <RunWindow selected={selected} group={group} onStarted={onStarted} />,
  })
}

/** Opens the outcome of each task of a run on a device. */
export function openLog({ id, name, device_name }: Pick<GroupLog, 'id' | 'name' | 'device_name'>): void {
  windows.open({
    id: `task-log-${id}`,
    title: i18next.t('tasks:log.title'),
    subtitle: `${name} · ${device_name}`,
    width: 680,
    help,
    content: <LogWindow id={id} />,
  })
}
