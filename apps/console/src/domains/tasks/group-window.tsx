import './texts.ts'
import { createTaskGroup, updateTaskGroup } from '@longreach/contract/tasks/endpoints'
import { editTaskGroupForm, newTaskGroupForm } from '@longreach/contract/tasks/forms'
import type { TaskGroupDetails } from '@longreach/contract/tasks/schemas'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useCan } from '../../api/session.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { Loaded } from '../../forms/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CompanyControl } from '../companies/public/company-control.tsx'
import { TagsControl } from '../tags/public/tags-control.tsx'
import { type DraftTask, draftOf, newDraft, taskOf, variablesOf } from './draft.ts'
import classes from './group-window.module.css'
import { openTask } from './open-windows.tsx'
import { groupQuery } from './queries.ts'
import { TaskList } from './task-list.tsx'

const controls = { company_id: CompanyControl, success_tag_id: TagsControl, failed_tag_id: TagsControl }
const reload = [['tasks']]

/** A group: its name, tags by outcome, and its tasks in order. */
export function GroupWindow({ id }: { id: number | null }) {
  return id === null ? (
    <GroupForm group={null} />
  ) : (
    <Loaded query={groupQuery(id)}>{(group) => <GroupForm group={group} />}</Loaded>
  )
}

function GroupForm({ group }: { group: TaskGroupDetails | null }) {
  const { t } = useTranslation('tasks')
  const mayEdit = useCan(group ? 'update_device_task_groups' : 'create_device_task_groups')
  const [tasks, setTasks] = useState<readonly DraftTask[]>(() => group?.tasks.map(draftOf) ?? [])
  const [secrets, setSecrets] = useState<readonly string[]>(
    () => group?.variables.filter(({ secret }) => secret).map(({ name }) => name) ?? [],
  )
  const variables = variablesOf(tasks)
  const content = () => ({
    tasks: tasks.map(taskOf),
    secret_variables: secrets.filter((name) => variables.includes(name)),
  })
  const children = (
    <div className={classes.parts}>
      <section className={classes.part} aria-labelledby="tasks-of-group">
        <div className={classes.head}>
          <h3 id="tasks-of-group">{t('group.tasks')}</h3>
          {mayEdit ? (
            <Button
              size="small"
              icon={<IconPlus size={16} stroke={1.8} />}
              onClick={() => openTask(newDraft(), true, (task) => setTasks((all) => [...all, task]))}
            >
              {t('task.add')}
            </Button>
          ) : null}
        </div>
        <TaskList tasks={tasks} onChange={setTasks} />
      </section>
      {variables.length > 0 ? (
        <section className={classes.part} aria-labelledby="variables-of-group">
          <h3 id="variables-of-group">{t('group.variables')}</h3>
          <p className={classes.hint}>{t('group.variablesHint')}</p>
          {variables.map((name) => (
            <Checkbox
              key={name}
              showLabel
              label={t('group.secret', { name })}
              checked={secrets.includes(name)}
              onChange={() =>
                setSecrets((all) => (all.includes(name) ? all.filter((one) => one !== name) : [...all, name]))
              }
            />
          ))}
        </section>
      ) : null}
    </div>
  )
  return group ? (
    <FormWindow
      form={editTaskGroupForm}
      values={{
        name: group.name,
        success_tag_id: group.success_tags.map((tag) => tag.id),
        failed_tag_id: group.failed_tags.map((tag) => tag.id),
        company_id: group.company_id,
      }}
      controls={controls}
      send={(body) =>
        call(updateTaskGroup, {
          params: { id: group.id },
          body: {
            ...body,
            success_tag_id: body.success_tag_id ?? [],
            failed_tag_id: body.failed_tag_id ?? [],
            ...content(),
          } as never,
        })
      }
      done={({ name }) => t('group.edited', { name })}
      reload={reload}
    >
      {children}
    </FormWindow>
  ) : (
    <FormWindow
      form={newTaskGroupForm}
      values={{ company_id: null }}
      controls={controls}
      send={(body) => call(createTaskGroup, { body: { ...body, ...content() } as never })}
      done={({ name }) => t('group.added', { name })}
      reload={reload}
    >
      {children}
    </FormWindow>
  )
}
