import './texts.ts'
import { createTaskGroup, updateTaskGroup } from '@longreach/contract/tasks/endpoints'
import { editTaskGroupForm, newTaskGroupForm } from '@longreach/contract/tasks/forms'
import type { FormPage } from '../../registry/domain.ts'
import { GroupWindow } from './group-window.tsx'

/** Forms about task groups as pages; the id is the group. */
export const pages: readonly FormPage[] = [
  { form: newTaskGroupForm, call: createTaskGroup, Page: () => <GroupWindow id={null} /> },
  { form: editTaskGroupForm, call: updateTaskGroup, needsId: true, Page: ({ id }) => <GroupWindow id={Number(id)} /> },
]
