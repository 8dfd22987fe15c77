import './texts.ts'
import i18next from 'i18next'
import { Button } from '../ui/button.tsx'
import { windows } from '../windows/store.ts'
import { WindowActions, WindowBody } from '../windows/window-parts.tsx'

const id = 'error'

/** Shows errors in a window of their own (spec §8). */
export function showError(lines: readonly string[]): void {
  windows.open({
    id,
    title: i18next.t('forms:errorTitle'),
    prompt: true,
    width: 440,
    content: (
      <>
        <WindowBody>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </WindowBody>
        <WindowActions>
          <Button look="primary" data-autofocus onClick={() => windows.close(id)}>
            {i18next.t('forms:close')}
          </Button>
        </WindowActions>
      </>
    ),
  })
}
