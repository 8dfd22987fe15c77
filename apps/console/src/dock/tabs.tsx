import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { DockTab } from '../registry/domain.ts'
import classes from './dock.module.css'
import { closeTab, kindOf } from './kinds.ts'
import { dock } from './store.ts'

interface Props {
  tabs: readonly DockTab[]
  shown: string | null
  beside: string | null
}

const tabOf = (id: string) => document.getElementById(`dock-tab-${id}`)

/** After the last tab the focus returns to the page. */
async function close(id: string): Promise<void> {
  if (!(await closeTab(id))) return
  const { shown } = dock.state()
  requestAnimationFrame(() => (shown ? tabOf(shown) : document.getElementById('content'))?.focus())
}

/** The row of tabs: arrow keys move between them, Delete closes one. */
export function Tabs({ tabs, shown, beside }: Props) {
  const { t } = useTranslation('dock')
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const last = tabs.length - 1
    const to = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[
      event.key
    ]
    const next = to === undefined ? undefined : tabs[to]
    if (next && !event.ctrlKey) {
      event.preventDefault()
      dock.show(next.id, { enter: false })
      tabOf(next.id)?.focus()
    }
    const own = tabs[at]
    if (event.key === 'Delete' && own) void close(own.id)
  }
  return (
    <div role="tablist" aria-label={t('tabs')} className={classes.tabs}>
      {tabs.map((tab, at) => (
        <div
          key={tab.id}
          role="presentation"
          className={classes.place}
          data-on={tab.id === shown || tab.id === beside || undefined}
        >
          <button
            type="button"
            role="tab"
            id={`dock-tab-${tab.id}`}
            aria-selected={tab.id === shown}
            aria-controls={`dock-panel-${tab.id}`}
            aria-keyshortcuts="Delete"
            tabIndex={tab.id === shown ? 0 : -1}
            className={classes.tab}
            onClick={() => dock.show(tab.id)}
            onAuxClick={(event) => event.button === 1 && void close(tab.id)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            <Suspense fallback={tab.title}>
              <Head tab={tab} />
            </Suspense>
          </button>
          {/* For the pointer only: a tablist may contain nothing but tabs, and the keyboard has Delete. */}
          <button
            type="button"
            aria-hidden="true"
            tabIndex={-1}
            title={t('close', { name: tab.title })}
            className={classes.close}
            onClick={() => void close(tab.id)}
          >
            <IconX size={14} stroke={1.8} />
          </button>
        </div>
      ))}
    </div>
  )
}

function Head({ tab }: { tab: DockTab }) {
  const { Head: Kind } = use(kindOf(tab.kind))
  return <Kind tab={tab} />
}
