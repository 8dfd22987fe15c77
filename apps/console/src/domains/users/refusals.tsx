import './texts.ts'
import type { ErrorItem } from '@longreach/contract/errors'
import type { User } from '@longreach/contract/users/schemas'
import i18next from 'i18next'
import { openLines } from '../../windows/lines.tsx'

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

export const showRefusals = (errors: readonly ErrorItem[], users: readonly Named[]) =>
  openLines({
    id: 'user-refusals',
    title: i18next.t('users:refused.title'),
    text: i18next.t('users:refused.text'),
    lines: refusalLines(errors, users),
  })
