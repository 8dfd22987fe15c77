import { IconBuilding, IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { type CompanyContext, readContext, withContext } from '../../api/context.ts'
import type { Search } from '../../api/search.ts'
import { useCan, useUser } from '../../api/session.ts'
import { addTexts, textOf } from '../../i18n/i18n.ts'
import { useRested } from '../../shell/use-rested.ts'
import { lazy } from '../../ui/lazy.ts'
import { Popover } from '../../ui/popover.tsx'
import { companyQuery, seenCompaniesQuery } from './company-queries.ts'
import classes from './context-switcher.module.css'
import texts from './en/context.json' with { type: 'json' }

// The first screen contains only these texts of the domain.
addTexts('companies', texts)

const ContextFallback = lazy(() => import('./context-fallback.ts').then((file) => ({ default: file.ContextFallback })))
const ContextPanel = lazy(() => import('./context-panel.tsx').then((file) => ({ default: file.ContextPanel })))

/** The company that the console is limited to; users who see several can select another one. */
export function ContextSwitcher() {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  const { company: own } = useUser()
  const below = useCan('hierarchy_access')
  const all = useCan('super_admin')
  const lists = useCan('view_companies') && (below || all)
  const context = readContext(search)
  const rested = useRested()
  const { data: company, error } = useQuery({ ...companyQuery(context?.id ?? 0), enabled: lists && context !== null })
  const { data: seen } = useQuery({ ...seenCompaniesQuery, enabled: lists && rested })
  const choose = (next: CompanyContext | null) =>
    void navigate({ to: '.', search: withContext(search, next) as Search })
  const showOffline = (of: CompanyContext | null) =>
    void navigate({ to: '/management/devices', search: withContext({ status: 'offline' }, of) as Search })
  const fallback = context ? (
    <Suspense fallback={null}>
      <ContextFallback context={context} company={company} error={error} lists={lists} />
    </Suspense>
  ) : null
  if (!lists || (seen && seen.total <= 1)) {
    const name = own.id > 0 ? own.name : seen?.name
    return (
      <>
        {fallback}
        {name ? (
          <Frame>
            <span className={classes.name}>{name}</span>
          </Frame>
        ) : null}
      </>
    )
  }
  const name = context ? (company?.name ?? '…') : textOf('companies:context.all')
  return (
    <Frame>
      {fallback}
      <Popover
        opened={opened}
        onChange={setOpened}
        label={textOf('companies:context.label')}
        width="min(440px, calc(100vw - 16px))"
        trigger={
          <button
            type="button"
            className={classes.button}
            aria-label={textOf('companies:context.current', { name })}
            onClick={() => setOpened(!opened)}
          >
            <IconBuilding size={17} stroke={1.6} />
            <span className={classes.name}>{name}</span>
            {context && !context.alone ? (
              <span className={classes.extent}>{textOf('companies:context.subsidiaries')}</span>
            ) : null}
            <IconSelector size={15} stroke={1.8} />
          </button>
        }
      >
        <Suspense fallback={null}>
          <ContextPanel
            context={context}
            company={company}
            onChoose={choose}
            onOffline={showOffline}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      </Popover>
    </Frame>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className={classes.place}>
    <span className={classes.slash} aria-hidden="true">
      /
    </span>
    {children}
  </div>
)
