import './texts.ts'
import type { ErrorItem } from '@longreach/contract/errors'
import type { User } from '@longreach/contract/users/schemas'
import i18next from 'i18next'
import { Button } from '../../ui/button.tsx'
import { windows } from '../../windows/store.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'

export type Named = Pick<User, 'id' | 'username'>

/** Errors of the server for each user, with the user's name. */
export function refusalLines(errors: readonly ErrorItem[], users: readonly Named[]): string[] {
  const one = users.length === 1
  return errors.map(({ source, message }) => {
    const user = users.find(({ id }) => String(id) === source)
    if (one || source === null || !/^\d+$/.test(source) || message.includes(user?.username ?? '\n')) return message
    return `${user?.username ?? i18next.t('users:refused.gone', { id: source })}: ${message}`
  })
}

export function showRefusals(errors: readonly ErrorItem[], users: readonly Named[]): void {
  const id = 'user-refusals'
  windows.open({
    id,
    title: i18next.t('users:refused.title'),
    prompt: true,
    width: 480,
    content: (
      <>
        <WindowBody>
          <p>{i18next.t('users:refused.text')}</p>
          <ul>
            {refusalLines(errors, users).map((line) => (
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
