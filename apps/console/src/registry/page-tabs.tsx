import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { useUser } from '../api/session.ts'
import { textOf } from '../i18n/i18n.ts'
import { Tabs, tabMark } from '../ui/object-page.tsx'
import type { Screen } from './domain.ts'
import { findScreen, type TabGroup, visibleTabs } from './screens.ts'

export function PageTabs({ of, label }: { of: string; label: string }) {
  const shown = findScreen(useRouterState({ select: (state) => state.location.pathname }))
  const groups = visibleTabs(of, useUser().permissions)
  const open = groups.find(({ tabs }) => tabs.some(({ path }) => path === shown?.path))
  return (
    <>
      <Tabs label={label}>
        {groups.map((group) => (
          <TabLink key={group.label} screen={group.tabs[0]} label={group.label} shown={group === open} />
        ))}
      </Tabs>
      {open && linked(open).length > 1 ? (
        <Tabs inner label={textOf(open.label)}>
          {linked(open).map((screen) => (
            <TabLink key={screen.path} screen={screen} label={screen.tab.label} shown={screen.path === shown?.path} />
          ))}
        </Tabs>
      ) : null}
    </>
  )
}

const linked = ({ tabs }: TabGroup) => tabs.filter(({ tab }) => !tab.detail)

function TabLink({ screen, label, shown }: { screen: Screen | undefined; label: string; shown: boolean }) {
  const params = useParams({ strict: false })
  return (
    <Link to={screen?.path ?? '.'} params={{ ...params, ...screen?.tab?.params }} {...tabMark(shown)}>
      {textOf(label)}
    </Link>
  )
}
