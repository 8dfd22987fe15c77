import type { Brand } from '@longreach/contract/brand/schemas'
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isDown } from '../api/failures.ts'
import { parseSearch, type Search, stringifySearch } from '../api/search.ts'
import { askSession } from '../domains/account/session.ts'
import { SignInPage } from '../domains/account/sign-in-page.tsx'
import { decide } from './guard.ts'
import { NotFoundScreen, OfflineScreen } from './notice-screens.tsx'
import { isOnline } from './online.ts'
import { Root, RootError } from './root.tsx'

export interface RouterContext {
  queryClient: QueryClient
  brand: Brand
}

const plainSearch = (search: Record<string, unknown>) => search as Search

const root = createRootRouteWithContext<RouterContext>()({
  component: () => <Root decision={root.useRouteContext().decision} />,
  errorComponent: RootError,
  validateSearch: plainSearch,
  async beforeLoad({ context, location }) {
    const online = isOnline()
    const decision = decide({
      // Without a network nothing is known, and nothing has to be.
      visit: online ? await askSession(context.queryClient) : { kind: 'none' },
      path: location.pathname,
      search: location.searchStr,
      disabledRoutes: context.brand.disabled_routes,
      origin: window.location.origin,
      online,
      down: isDown(),
    })
    if (decision.kind === 'redirect') throw redirect({ href: decision.to, replace: true })
    if (decision.kind === 'sign-in') {
      const search: Search = decision.continueUrl ? { continue_url: decision.continueUrl } : {}
      throw redirect({ to: '/login', search, replace: true })
    }
    return { decision }
  },
})

/** Pages below a route: a path, and the file that is loaded for it with the name of its component. */
const below =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string, Name extends string>(
    path: Path,
    load: () => Promise<Record<NoInfer<Name>, (props: Record<never, never>) => ReactNode>>,
    name: Name,
  ) =>
    createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load, name) as RouteComponent })

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
})
const inShell = below(shell)
const alone = below(root)

const device = inShell('/devices/$id', () => import('../domains/devices/device-page.tsx'), 'DevicePage')
const ofDevice = below(device)
const deviceIndex = createRoute({
  getParentRoute: () => device,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/devices/$id/activity', params, replace: true })
  },
})

const company = inShell('/companies/$company_id', () => import('../domains/companies/company-page.tsx'), 'CompanyPage')
const ofCompany = below(company)

/** Every page of `screens.ts`, each in a file of its own that is loaded when it is opened. */
const routeTree = root.addChildren([
  shell.addChildren([
    inShell('/management/devices', () => import('../domains/devices/devices-page.tsx'), 'DevicesPage'),
    device.addChildren([
      deviceIndex,
      ofDevice('/activity', () => import('../domains/devices/activity-tab.tsx'), 'ActivityTab'),
      ofDevice('/metrics/$group', () => import('../domains/devices/metrics-tab.tsx'), 'MetricsTab'),
      ofDevice('/access', () => import('../domains/remote/access-tab.tsx'), 'AccessTab'),
    ]),
    inShell('/remote/access', () => import('../domains/remote/remote-page.tsx'), 'RemotePage'),
    inShell('/remote/access/$id', () => import('../domains/remote/entry-page.tsx'), 'EntryPage'),
    inShell('/access-history', () => import('../domains/remote/history-page.tsx'), 'HistoryPage'),
    inShell('/companies', () => import('../domains/companies/companies-page.tsx'), 'CompaniesPage'),
    inShell('/companies/tree', () => import('../domains/companies/tree-page.tsx'), 'TreePage'),
    company.addChildren([
      ofCompany('/', () => import('../domains/companies/company-first-tab.tsx'), 'CompanyFirstTab'),
      ofCompany('/devices', () => import('../domains/devices/company-devices.tsx'), 'CompanyDevices'),
      ofCompany('/users', () => import('../domains/users/company-users.tsx'), 'CompanyUsers'),
      ofCompany('/users/invitations', () => import('../domains/users/company-invitations.tsx'), 'CompanyInvitations'),
      ofCompany('/tags', () => import('../domains/tags/company-tags.tsx'), 'CompanyTags'),
    ]),
    inShell('/tags', () => import('../domains/tags/tags-page.tsx'), 'TagsPage'),
    inShell('/tag/$id', () => import('../domains/tags/tag-page.tsx'), 'TagPage'),
    inShell('/users', () => import('../domains/users/users-page.tsx'), 'UsersPage'),
    inShell('/users/invitations', () => import('../domains/users/invitations-page.tsx'), 'InvitationsPage'),
    inShell('/users/roles', () => import('../domains/roles/roles-page.tsx'), 'RolesPage'),
    inShell('/users/move-logs', () => import('../domains/users/move-logs-page.tsx'), 'MoveLogsPage'),
    inShell('/system/audit-logs', () => import('../domains/audit/audit-page.tsx'), 'AuditPage'),
    inShell('/system/mail-logs', () => import('../domains/mail/mail-logs-page.tsx'), 'MailLogsPage'),
    inShell('/notices', () => import('../domains/notices/notices-page.tsx'), 'NoticesPage'),
    inShell('/notifications', () => import('../domains/notifications/notifications-page.tsx'), 'NotificationsPage'),
    inShell('/forms/$name', () => import('../forms/form-page.tsx'), 'FormPage'),
    inShell('/forms/$name/$id', () => import('../forms/form-page.tsx'), 'FormPage'),
    inShell('/changelog', () => import('../shell/late/changelog-page.tsx'), 'ChangelogPage'),
    inShell('/account', () => import('../domains/account/account-page.tsx'), 'AccountPage'),
  ]),
  alone('/rms-connect/ssh', () => import('../connect/shell-page.tsx'), 'ShellPage'),
  createRoute({ getParentRoute: () => root, path: '/login', component: SignInPage }),
  alone('/logout', () => import('../domains/account/sign-out-page.tsx'), 'SignOutPage'),
  alone('/set-up', () => import('../domains/account/set-up-page.tsx'), 'SetUpPage'),
  alone('/forgot-password', () => import('../domains/account/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  alone('/reset-password', () => import('../domains/account/reset-password-page.tsx'), 'ResetPasswordPage'),
  alone('/register', () => import('../domains/account/register-page.tsx'), 'RegisterPage'),
  alone('/verify-email', () => import('../domains/account/verify-email-page.tsx'), 'VerifyEmailPage'),
  createRoute({ getParentRoute: () => root, path: '/404', component: NotFoundScreen }),
  createRoute({ getParentRoute: () => root, path: '/offline.html', component: OfflineScreen }),
  // The guard answers an unknown path before this could be drawn.
  createRoute({ getParentRoute: () => root, path: '$', component: () => null }),
])

export function createConsoleRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    // A page that throws leaves the frame around it standing.
    defaultErrorComponent: RootError,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    scrollRestoration: false,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
