import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { lazy, loadLazy } from '../ui/lazy.ts'
import { windows } from './store.ts'
import { WindowActions, WindowBody } from './window-parts.tsx'

export interface Question {
  title: string
  text: ReactNode
  /** Default: 'Confirm' and 'Cancel'. */
  confirm?: string
  cancel?: string
  danger?: boolean
  /** A text field, hidden if it is a password. */
  input?: { label: string; type: 'text' | 'password' }
  /** A selection; required for confirming. */
  selectBox?: { label: string; options: readonly { value: string; label: string }[] }
  /** Offers not to ask again, stored under this name; afterwards it counts as confirmed. */
  reminderKey?: string
}

export interface Reply {
  input: string
  selected: string | null
}

const id = 'confirm'
// Lazy: most questions only need yes or no.
const QuestionForm = lazy(() => import('./question-form.tsx').then((file) => ({ default: file.QuestionForm })))

/** Asks a question in a prompt; true only if the user presses its confirming button. */
export async function confirm(question: Question): Promise<boolean> {
  return (await ask(question)) !== null
}

/** The same with typed and selected values; null if it was not confirmed. */
export async function ask(question: Question): Promise<Reply | null> {
  const { reminderKey, input, selectBox, title } = question
  if (reminderKey !== undefined && (await (await loadLazy(() => import('./reminders.ts'))).isSilenced(reminderKey))) {
    return { input: '', selected: null }
  }
  const more = reminderKey !== undefined || input !== undefined || selectBox !== undefined
  return new Promise((resolve) => {
    let answer: Reply | null = null
    const onYes = (reply: Reply) => {
      answer = reply
      windows.close(id)
    }
    const Body = more ? QuestionForm : PlainQuestion
    windows.open({ id, title, prompt: true, width: 440, content: <Body question={question} onYes={onYes} /> }, () =>
      resolve(answer),
    )
  })
}

export interface BodyProps {
  question: Question
  onYes: (reply: Reply) => void
}

function PlainQuestion({ question, onYes }: BodyProps) {
  const { t } = useTranslation('ui')
  return (
    <>
      <WindowBody>{question.text}</WindowBody>
      <WindowActions>
        <Button onClick={() => windows.close(id)}>{question.cancel ?? t('cancel')}</Button>
        <Button
          look={question.danger ? 'danger' : 'primary'}
          onClick={() => onYes({ input: '', selected: null })}
          data-autofocus
        >
          {question.confirm ?? t('confirm')}
        </Button>
      </WindowActions>
    </>
  )
}
