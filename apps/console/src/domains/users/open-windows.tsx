import './texts.ts'
import i18next from 'i18next'
import { lazy } from 'react'
import { windows } from '../../windows/store.ts'

const EditRoleWindow = lazy(() => import('./edit-role-window.tsx').then((file) => ({ default: file.EditRoleWindow })))
const MoveUsersWindow = lazy(() =>
  import('./move-users-window.tsx').then((file) => ({ default: file.MoveUsersWindow })),
)
const DeleteByEmailWindow = lazy(() =>
  import('./delete-by-email-window.tsx').then((file) => ({ default: file.DeleteByEmailWindow })),
)

const width = 480

/** `done` runs once somebody was changed. */
export function openEditRole(ids: readonly number[], done?: () => void): void {
  windows.open({
    id: `users-role-${ids.join()}`,
    title: i18next.t('users:role.title'),
    width,
    help: 'users.table',
    content: <EditRoleWindow ids={ids} done={done} />,
  })
}

export function openMoveUsers(ids: readonly number[], done?: () => void): void {
  windows.open({
    id: `users-move-${ids.join()}`,
    title: i18next.t('users:move.windowTitle'),
    width,
    help: 'users.table',
    content: <MoveUsersWindow ids={ids} done={done} />,
  })
}

export function openDeleteByEmail(): void {
  const title = i18next.t('users:byEmail.title')
  windows.open({ id: 'users-by-email', title, width: 440, help: 'users.table', content: <DeleteByEmailWindow /> })
}
