import './texts.ts'
import i18next from 'i18next'
import { keyOf, type SelectedRows } from '../../tables/selected-rows.ts'
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

/** Number of several users; for a filter the window itself shows the number, as it changes. */
const howMany = ({ count, ...selected }: SelectedRows) =>
  count === 1 || 'filter' in selected
    ? {}
    : { subtitle: i18next.t('users:total', { count, formatted: formatCount(count) }) }

/** `done` runs once any user was changed. */
export function openEditRole(selected: SelectedRows, done?: () => void): void {
  windows.open({
    id: `users-role-${keyOf(selected)}`,
    title: i18next.t('users:role.title'),
    ...howMany(selected),
    width,
    help: 'users.table',
    content: <EditRoleWindow selected={selected} done={done} />,
  })
}

export function openMoveUsers(selected: SelectedRows, done?: () => void): void {
  windows.open({
    id: `users-move-${keyOf(selected)}`,
    title: i18next.t('users:move.windowTitle'),
    ...howMany(selected),
    width,
    help: 'users.table',
    content: <MoveUsersWindow selected={selected} done={done} />,
  })
}

export function openDeleteByEmail(): void {
  const title = i18next.t('users:byEmail.title')
  windows.open({ id: 'users-by-email', title, width: 440, help: 'users.table', content: <DeleteByEmailWindow /> })
}
