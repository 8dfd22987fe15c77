import i18next from 'i18next'
import help from '../../i18n/en/help.json' with { type: 'json' }
import { addTexts } from '../../i18n/i18n.ts'
import { windows } from '../../windows/store.ts'
import { WindowBody } from '../../windows/window-parts.tsx'
import type { HelpKey } from '../help-keys.ts'

addTexts('help', help)

/** What there is to read about a window; it stays beside the window it is about. */
export function openHelp(about: HelpKey): void {
  const paragraphs = i18next.t(`help:${about}.text`).split('\n\n')
  windows.open({
    id: 'help',
    title: i18next.t(`help:${about}.title`),
    width: 420,
    fullscreen: false,
    content: (
      <WindowBody>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </WindowBody>
    ),
  })
}
