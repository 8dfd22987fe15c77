import type { Brand } from '@longreach/contract/brand/schemas'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { parseSearch, type Search, stringifySearch } from '../api/search.ts'
import { sessionQuery } from '../domains/account/session.ts'
import { SignInPage } from '../domains/account/sign-in-page.tsx'
import { decide } from './guard.ts'
import { NotFoundScreen, OfflineScreen } from './notice-screens.tsx'
import { Root, RootError } from './root.tsx'

export interface RouterContext {
  queryClient: QueryClient
  brand: Brand
}

const plainSearch = (search: Record<string, unknown>) => search as Search

const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: RootError,
  validateSearch: plainSearch,
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session.kind === 'blocked') return
    const decision = decide({
      visitor: session.kind === 'user' ? session.user : null,
      path: location.pathname,
      search: location.searchStr,
      disabledRoutes: context.brand.disabled_routes,
      origin: window.location.origin,
    })
    if (decision.kind === 'redirect') throw redirect({ href: decision.to, replace: true })
    if (decision.kind === 'sign-in') {
      const search: Search = decision.continueUrl ? { continue_url: decision.continueUrl } : {}
      throw redirect({ to: '/login', search, replace: true })
    }
  },
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
})

const devices = createRoute({
  getParentRoute: () => shell,
  path: '/management/devices',
  component: lazyRouteComponent(() => import('../domains/devices/devices-page.tsx'), 'DevicesPage'),
})

const device = createRoute({
  getParentRoute: () => shell,
  path: '/devices/$id',
  component: lazyRouteComponent(() => import('../domains/devices/device-page.tsx'), 'DevicePage'),
})

const deviceIndex = createRoute({
  getParentRoute: () => device,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/devices/$id/activity', params, replace: true })
  },
})

const deviceActivity = createRoute({
  getParentRoute: () => device,
  path: '/activity',
  component: lazyRouteComponent(() => import('../domains/devices/activity-tab.tsx'), 'ActivityTab'),
})

const deviceMetrics = createRoute({
  getParentRoute: () => device,
  path: '/metrics/$group',
  component: lazyRouteComponent(() => import('../domains/devices/metrics-tab.tsx'), 'MetricsTab'),
})

const deviceAccess = createRoute({
  getParentRoute: () => device,
  path: '/access',
  component: lazyRouteComponent(() => import('../domains/remote/access-tab.tsx'), 'AccessTab'),
})

const remote = createRoute({
  getParentRoute: () => shell,
  path: '/remote/access',
  component: lazyRouteComponent(() => import('../domains/remote/remote-page.tsx'), 'RemotePage'),
})

const remoteEntry = createRoute({
  getParentRoute: () => shell,
  path: '/remote/access/$id',
  component: lazyRouteComponent(() => import('../domains/remote/entry-page.tsx'), 'EntryPage'),
})

const accessHistory = createRoute({
  getParentRoute: () => shell,
  path: '/access-history',
  component: lazyRouteComponent(() => import('../domains/remote/history-page.tsx'), 'HistoryPage'),
})

const companies = createRoute({
  getParentRoute: () => shell,
  path: '/companies',
  component: lazyRouteComponent(() => import('../domains/companies/companies-page.tsx'), 'CompaniesPage'),
})

const roles = createRoute({
  getParentRoute: () => shell,
  path: '/users/roles',
  component: lazyRouteComponent(() => import('../domains/roles/roles-page.tsx'), 'RolesPage'),
})

const mailLogs = createRoute({
  getParentRoute: () => shell,
  path: '/system/mail-logs',
  component: lazyRouteComponent(() => import('../domains/mail/mail-logs-page.tsx'), 'MailLogsPage'),
})

const connectShell = createRoute({
  getParentRoute: () => root,
  path: '/rms-connect/ssh',
  component: lazyRouteComponent(() => import('../connect/shell-page.tsx'), 'ShellPage'),
})

const login = createRoute({ getParentRoute: () => root, path: '/login', component: SignInPage })
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('../domains/account/sign-out-page.tsx'), 'SignOutPage'),
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(() => import('../domains/account/set-up-page.tsx'), 'SetUpPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../domains/account/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../domains/account/reset-password-page.tsx'), 'ResetPasswordPage'),
})
const missing = createRoute({ getParentRoute: () => root, path: '/404', component: NotFoundScreen })
const offline = createRoute({ getParentRoute: () => root, path: '/offline.html', component: OfflineScreen })

/** The guard answers an unknown path before this could be drawn. */
const unknown = createRoute({ getParentRoute: () => root, path: '$', component: () => null })

const routeTree = root.addChildren([
  shell.addChildren([
    devices,
    device.addChildren([deviceIndex, deviceActivity, deviceMetrics, deviceAccess]),
    remote,
    remoteEntry,
    accessHistory,
    companies,
    roles,
    mailLogs,
  ]),
  connectShell,
  login,
  logout,
  setUp,
  forgotPassword,
  resetPassword,
  missing,
  offline,
  unknown,
])

export function createConsoleRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
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
