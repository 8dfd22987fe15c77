import { addTexts } from '../../i18n/i18n.ts'
import tasks from './en/tasks.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    tasks: typeof tasks
  }
}

addTexts('tasks', tasks)
