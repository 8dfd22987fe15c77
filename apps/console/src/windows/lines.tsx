import i18next from 'i18next'
import { Button } from '../ui/button.tsx'
import { windows } from './store.ts'
import { WindowActions, WindowBody } from './window-parts.tsx'

interface Lines {
  id: string
  title: string
  text?: string
  lines: readonly string[]
}

/** Opens a window that lists sentences. */
export function openLines({ id, title, text, lines }: Lines): void {
  windows.open({
    id,
    title,
    prompt: true,
    width: 480,
    content: (
      <>
        <WindowBody>
          {text === undefined ? null : <p>{text}</p>}
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </WindowBody>
        <WindowActions>
          <Button look="primary" data-autofocus onClick={() => windows.close(id)}>
            {i18next.t('ui:close')}
          </Button>
        </WindowActions>
      </>
    ),
  })
}
