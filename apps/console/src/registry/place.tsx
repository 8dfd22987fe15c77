import { type ComponentType, Suspense } from 'react'
import { useUser } from '../api/session.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazy, loadLazy } from '../ui/lazy.ts'
import type { Domain, Part, Places } from './domain.ts'
import { registeredDomains } from './registered.ts'

type View = ComponentType<{ shared: object }>

/** Keyed by the list of domains, so that another list starts with an empty cache. */
const cache = new WeakMap<readonly Domain[], Map<keyof Places, View>>()

function viewsNow(): Map<keyof Places, View> {
  const domains = registeredDomains()
  const views = cache.get(domains) ?? new Map<keyof Places, View>()
  cache.set(domains, views)
  return views
}

const partsAt = (at: keyof Places): readonly Part[] =>
  registeredDomains().flatMap(({ parts = [] }) => parts.filter((part) => part.at === at))

const isAllowed = ({ permissions: any }: Part, permissions: readonly string[]) =>
  any?.some((one) => permissions.includes(one)) ?? true

const Absent = () => null

/** The parts of a place as one component: they arrive together, and a part that fails to load is left out. */
async function buildView(at: keyof Places): Promise<View> {
  const loaded = await Promise.all(
    partsAt(at).map(async (part, key) => {
      const Content = await loadLazy<unknown>(part.load).catch(() => Absent)
      return { key, part, Content: Content as ComponentType<object> }
    }),
  )
  return function Parts({ shared }) {
    const { permissions } = useUser()
    return loaded.map(({ key, part, Content }) =>
      isAllowed(part, permissions) ? (
        <ErrorBoundary key={key} instead={null}>
          <Content {...shared} />
        </ErrorBoundary>
      ) : null,
    )
  }
}

/** Loads a place before it is drawn, so that the first paint is complete. */
export async function loadPlace(at: keyof Places): Promise<void> {
  const views = viewsNow()
  if (views.has(at)) return
  const view = await buildView(at)
  if (!views.has(at)) views.set(at, view)
}

function viewOf(at: keyof Places): View {
  const views = viewsNow()
  const view = views.get(at) ?? lazy(async () => ({ default: await buildView(at) }))
  views.set(at, view)
  return view
}

/** Whether the user sees any part of a place. */
export const hasParts = (at: keyof Places, permissions: readonly string[]): boolean =>
  partsAt(at).some((part) => isAllowed(part, permissions))

export function Place<At extends keyof Places>({ at, ...shared }: { at: At } & Places[At]) {
  const View = viewOf(at)
  return (
    <Suspense fallback={null}>
      <View shared={shared} />
    </Suspense>
  )
}
