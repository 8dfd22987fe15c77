import { windows } from '../../windows/store.ts'
import { WindowBody } from '../../windows/window-parts.tsx'
import { loadHelp } from './help-texts.ts'

export async function openHelp(about: string): Promise<void> {
  const help = (await loadHelp())[about]
  if (!help) return
  windows.open({
    id: 'help',
    title: help.title,
    width: 420,
    fullscreen: false,
    content: (
      <WindowBody>
        {help.text.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </WindowBody>
    ),
  })
}
