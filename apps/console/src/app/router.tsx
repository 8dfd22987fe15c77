import type { Brand } from '@longreach/contract/brand/schemas'
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { keepContext } from '../api/context.ts'
import { isDown } from '../api/failures.ts'
import { parseSearch, type Search, stringifySearch } from '../api/search.ts'
import { askSession } from '../api/session.ts'
import type { Screen } from '../registry/domain.ts'
import { loadPlace } from '../registry/place.tsx'
import { registeredScreens } from '../registry/registered.ts'
import { visibleTabs } from '../registry/screens.ts'
import type { ConsolePath } from './domains.ts'
import './domains.ts'
import { decide } from './guard.ts'
import { isOnline } from './online.ts'
import { Root, RootError } from './root.tsx'
import { sayRefused } from './say-refused.ts'

export interface RouterContext {
  queryClient: QueryClient
  brand: Brand
}

const plainSearch = (search: Record<string, unknown>) => search as Search

const createRoot = () => {
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => <Root decision={root.useRouteContext().decision} />,
    errorComponent: RootError,
    validateSearch: plainSearch,
    async beforeLoad({ context, location, preload }) {
      const online = isOnline()
      const decision = decide({
        // Without a network the session is unknown and irrelevant.
        visit: online ? await askSession(context.queryClient) : { kind: 'none' },
        path: location.pathname,
        search: location.searchStr,
        disabledRoutes: context.brand.disabled_routes,
        origin: window.location.origin,
        online,
        down: isDown(),
      })
      if (decision.kind === 'redirect') {
        if (decision.refused && !preload) sayRefused(decision.refused)
        throw redirect({ href: decision.to, replace: true })
      }
      if (decision.kind === 'sign-in') {
        const search: Search = decision.continueUrl ? { continue_url: decision.continueUrl } : {}
        throw redirect({ to: '/login', search, replace: true })
      }
      return { decision }
    },
  })
  return root
}

const lazyPage = ({ page, places = [] }: Pick<Screen, 'page' | 'places'>) =>
  lazyRouteComponent(async () => {
    try {
      const [component] = await Promise.all([page(), ...places.map(loadPlace)])
      return { default: component }
    } catch (error) {
      // On an error of a module that it recognises, the router would reload, which without a network loses the page;
      // `reloadOnStaleChunk` decides when a reload helps.
      throw new Error('The page could not be loaded', { cause: error })
    }
  })

/** The page of a path with tabs: redirects to the first tab that the user sees. */
function firstTab(parent: AnyRoute, { tabs = '', noTabs }: Screen): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: '/',
    beforeLoad: async ({ context, params }) => {
      const session = await askSession((context as RouterContext).queryClient)
      const [first] = session.kind === 'user' ? visibleTabs(tabs, session.user.permissions) : []
      const tab = first?.tabs[0]
      if (tab) throw redirect({ to: tab.path, params: { ...params, ...tab.tab.params }, replace: true })
    },
    ...(noTabs ? { component: lazyPage({ page: noTabs }) } : {}),
  })
}

/** A screen below its parent, including the screens that are its tabs. */
function routeOf(parent: AnyRoute, base: string, screen: Screen, screens: readonly Screen[]): AnyRoute {
  const path = screen.path.slice(base.length)
  const route = createRoute({ getParentRoute: () => parent, path, component: lazyPage(screen) })
  if (!screen.tabs) return route
  const tabs = screens.filter(({ tab }) => tab?.of === screen.tabs)
  return route.addChildren([firstTab(route, screen), ...tabs.map((tab) => routeOf(route, screen.path, tab, screens))])
}

function createTree(screens: readonly Screen[]) {
  const root = createRoot()
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    search: { middlewares: [keepContext] },
    component: lazyPage({
      page: () => import('../shell/shell.tsx').then((file) => file.Shell),
      places: ['shell.context', 'shell.header'],
    }),
  })
  const pages = screens.filter(({ tab }) => !tab)
  const below = (parent: AnyRoute, alone: boolean) =>
    pages.filter(({ standalone = false }) => standalone === alone).map((screen) => routeOf(parent, '', screen, screens))
  // The guard answers an unknown path before this is drawn.
  const unknown = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  return root.addChildren([shell.addChildren(below(shell, false)), ...below(root, true), unknown])
}

/** Only the paths of routes are typed, so that every `to` and `params` is checked. */
const typedRoute = <const Path extends string>(path: Path) => createRoute({ getParentRoute: createRoot, path })
type RouteAt<Path extends string> = Path extends string ? ReturnType<typeof typedRoute<Path>> : never
const typedTree = (routes: readonly RouteAt<ConsolePath>[]) => createRoot().addChildren(routes)

export function createConsoleRouter(context: RouterContext) {
  return createRouter({
    routeTree: createTree(registeredScreens()) as unknown as ReturnType<typeof typedTree>,
    context,
    parseSearch,
    stringifySearch,
    // A page that throws leaves the frame around it intact.
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
