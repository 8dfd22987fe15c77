import './texts.ts'
import type { ItemField } from '@longreach/contract/forms/fields'
import { taskForm } from '@longreach/contract/tasks/forms'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ControlProps, facts } from '../../forms/controls/control.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { Select } from '../../ui/select.tsx'
import { type DraftTask, withBody } from './draft.ts'
import { taskFilesQuery } from './queries.ts'
import { requestControls } from './request-controls.tsx'

interface Props {
  task: DraftTask
  isNew: boolean
  onDone: (task: DraftTask) => void
}

/** A task of a group in the editor: nothing is sent before the group is saved. */
export function TaskWindow({ task, isNew, onDone }: Props) {
  const { t } = useTranslation('tasks')
  const fileName = useRef(task.file_name)
  const [controls] = useState(() => ({
    ...requestControls,
    file_id: fileControl(task, (name) => (fileName.current = name)),
  }))
  return (
    <FormWindow
      form={taskForm}
      values={{ ...task }}
      controls={controls}
      submit={t(isNew ? 'task.add' : 'task.save')}
      send={async (body) => ({ meta: {}, body })}
      onDone={({ body }) => onDone(withBody(task, body, body.type === 'upload_file' ? fileName.current : null))}
      done={null}
      reload={false}
    />
  )
}

/** Files for tasks, found by typing. */
function fileControl(task: DraftTask, onName: (name: string) => void) {
  return function FileControl({ field, value, onChange, error }: ControlProps<ItemField>) {
    const { t } = useTranslation('tasks')
    const [typed, setTyped] = useState('')
    const { data = [] } = useQuery({ ...taskFilesQuery(typed), placeholderData: keepPreviousData })
    const found = data.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))
    const own = task.file_id === null ? [] : [{ value: String(task.file_id), label: task.file_name ?? '' }]
    const options = [...own.filter(({ value: id }) => !found.some((one) => one.value === id)), ...found]
    return (
      <Select
        {...facts(field)}
        searchable
        value={typeof value === 'number' ? String(value) : null}
        options={options}
        onSearch={setTyped}
        emptyText={t('task.noFiles')}
        error={error}
        onChange={(id) => {
          onName(options.find((one) => one.value === id)?.label ?? '')
          onChange(Number(id))
        }}
      />
    )
  }
}
