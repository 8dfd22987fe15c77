import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { type DraftTask, moved } from './draft.ts'
import { openTask } from './open-windows.tsx'
import classes from './task-list.module.css'

interface Props {
  tasks: readonly DraftTask[]
  onChange: (change: (tasks: readonly DraftTask[]) => readonly DraftTask[]) => void
}

const steps: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** The tasks of a group in order; reordered by drag and drop or with the arrow keys on a handle. */
export function TaskList({ tasks, onChange }: Props) {
  const { t } = useTranslation('tasks')
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)

  const move = (key: string, to: number) => {
    const from = tasks.findIndex((task) => task.key === key)
    if (from < 0 || to < 0 || to >= tasks.length || from === to) return
    onChange((all) => moved(all, from, to))
    const name = tasks[from]?.name ?? ''
    setSaid(t('task.moved', { name, place: to + 1, count: tasks.length }))
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = steps[event.key]
    const task = tasks[at]
    if (step === undefined || !task) return
    event.preventDefault()
    move(task.key, at + step)
    // Restores the focus, which a row loses when it is moved in the document.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-key="${task.key}"] button`)?.focus())
  }
  const onDragOver = (event: DragEvent, at: number) => {
    if (dragged === null) return
    event.preventDefault()
    move(dragged, at)
  }

  if (tasks.length === 0) return <p className={classes.none}>{t('group.noTasks')}</p>
  return (
    <>
      <ol className={classes.list} ref={list}>
        {tasks.map((task, at) => (
          <li
            key={task.key}
            data-key={task.key}
            className={classes.item}
            data-dragged={task.key === dragged || undefined}
            onDragOver={(event) => onDragOver(event, at)}
            onDrop={(event) => event.preventDefault()}
          >
            <button
              type="button"
              draggable
              className={classes.handle}
              aria-label={t('task.move', { name: task.name, place: at + 1, count: tasks.length })}
              onKeyDown={(event) => onKeyDown(event, at)}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(task.key)
              }}
              onDragEnd={() => setDragged(null)}
            >
              <IconGripVertical size={16} stroke={1.6} />
            </button>
            <span className={classes.place}>{at + 1}</span>
            <Task task={task} />
            <IconButton
              size="small"
              tip={false}
              label={t('task.edit', { name: task.name })}
              onClick={() =>
                openTask(task, false, (changed) =>
                  onChange((all) => all.map((one) => (one.key === changed.key ? changed : one))),
                )
              }
            >
              <IconPencil size={16} stroke={1.6} />
            </IconButton>
            <IconButton
              size="small"
              tip={false}
              label={t('task.remove', { name: task.name })}
              onClick={() => onChange((all) => all.filter((one) => one.key !== task.key))}
            >
              <IconTrash size={16} stroke={1.6} />
            </IconButton>
          </li>
        ))}
      </ol>
      <p className={classes.said} role="status">
        {said}
      </p>
    </>
  )
}

function Task({ task }: { task: DraftTask }) {
  const { t } = useTranslation('tasks')
  const { type, command, method, path, target_path, file, file_name, timeout, stop_on_failure } = task
  const what =
    type === 'command'
      ? command
      : type === 'api_request'
        ? `${method} ${path}`
        : type === 'download_file'
          ? file
          : t('task.uploads', { file: file_name ?? t('task.fileGone'), path: target_path })
  const facts = [t(`types.${type}`), t('task.limit', { count: timeout }), stop_on_failure ? t('task.stops') : null]
  return (
    <span className={classes.task}>
      <strong title={task.name}>{task.name}</strong>
      <code title={what}>{what}</code>
      <small>{facts.filter((fact) => fact !== null).join(' · ')}</small>
    </span>
  )
}
