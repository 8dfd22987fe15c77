import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { windows } from './store.ts'
import { WindowActions, WindowBody } from './window-parts.tsx'

interface Question {
  title: string
  text: ReactNode
  confirm: string
  danger?: boolean
}

/** Asks a question in a prompt; false when it is closed in any other way than by its confirming button. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false
    const id = 'confirm'
    const yes = () => {
      answer = true
      windows.close(id)
    }
    windows.open(
      { id, title: question.title, prompt: true, width: 440, content: <Body question={question} onYes={yes} /> },
      () => resolve(answer),
    )
  })
}

function Body({ question, onYes }: { question: Question; onYes: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <>
      <WindowBody>{question.text}</WindowBody>
      <WindowActions>
        <Button onClick={() => windows.close('confirm')}>{t('cancel')}</Button>
        <Button look={question.danger ? 'danger' : 'primary'} onClick={onYes} data-autofocus>
          {question.confirm}
        </Button>
      </WindowActions>
    </>
  )
}
