import { CopyButton } from '../ui/copy-button.tsx'
import { windows } from './store.ts'
import classes from './window.module.css'
import { WindowActions, WindowBody } from './window-parts.tsx'

/** Shows a value in the format of the API, to read and copy. */
export function openJson(id: string, title: string, value: unknown): void {
  const text = JSON.stringify(value, null, 2)
  windows.open({
    id,
    title,
    width: 640,
    content: (
      <>
        <WindowBody>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <pre className={classes.json} tabIndex={0}>
            {text}
          </pre>
        </WindowBody>
        <WindowActions>
          <CopyButton text={text} />
        </WindowActions>
      </>
    ),
  })
}
