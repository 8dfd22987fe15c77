import './texts.ts'
import i18next from 'i18next'
import { type Choice, keyOf } from '../../tables/choice.ts'
import { formatCount } from '../../ui/format.ts'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'

const EditRoleWindow = lazy(() => import('./edit-role-window.tsx').then((file) => ({ default: file.EditRoleWindow })))
const MoveUsersWindow = lazy(() =>
  import('./move-users-window.tsx').then((file) => ({ default: file.MoveUsersWindow })),
)
const DeleteByEmailWindow = lazy(() =>
  import('./delete-by-email-window.tsx').then((file) => ({ default: file.DeleteByEmailWindow })),
)

const width = 480

/** For several, their number; for a filter the window itself shows it, as it changes. */
const howMany = ({ count, ...choice }: Choice) =>
  count === 1 || 'filter' in choice
    ? {}
    : { subtitle: i18next.t('users:total', { count, formatted: formatCount(count) }) }

/** `done` runs once any user was changed. */
export function openEditRole(choice: Choice, done?: () => void): void {
  windows.open({
    id: `users-role-${keyOf(choice)}`,
    title: i18next.t('users:role.title'),
    ...howMany(choice),
    width,
    help: 'users.table',
    content: <EditRoleWindow choice={choice} done={done} />,
  })
}

export function openMoveUsers(choice: Choice, done?: () => void): void {
  windows.open({
    id: `users-move-${keyOf(choice)}`,
    title: i18next.t('users:move.windowTitle'),
    ...howMany(choice),
    width,
    help: 'users.table',
    content: <MoveUsersWindow choice={choice} done={done} />,
  })
}

export function openDeleteByEmail(): void {
  const title = i18next.t('users:byEmail.title')
  windows.open({ id: 'users-by-email', title, width: 440, help: 'users.table', content: <DeleteByEmailWindow /> })
}
