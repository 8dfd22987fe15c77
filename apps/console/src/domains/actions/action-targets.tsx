import { type TargetState, targetStates } from '@longreach/contract/actions/constants'
import type { Action, Target } from '@longreach/contract/actions/schemas'
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/state.tsx'
import classes from './action-targets.module.css'
import { actionQuery, targetsPage } from './queries.ts'
import { TargetRow } from './target-row.tsx'

const rowHeight = 45
/** Number of devices up to which no filter is shown. */
const few = 8

export function ActionTargets({ action }: { action: Action }) {
  const { t } = useTranslation('actions')
  const [shown, setShown] = useState<TargetState | 'all'>('all')
  // The current filter stays available when its last device has left it.
  const states = targetStates.filter((state) => action.counts[state] > 0 || state === shown)
  return (
    <>
      {states.length > 1 && action.total > few ? (
        <div className={classes.filter}>
          <Segmented
            label={t('status.filter')}
            value={shown}
            options={['all' as const, ...states].map((value) => ({
              value,
              label: t(value === 'all' ? 'list.all' : `states.${value}`),
            }))}
            onChange={setShown}
          />
        </div>
      ) : null}
      <Targets
        key={shown}
        id={action.id}
        state={shown === 'all' ? null : shown}
        total={shown === 'all' ? action.total : action.counts[shown]}
        alone={action.total === 1}
      />
    </>
  )
}

interface TargetsProps {
  id: number
  state: TargetState | null
  total: number
  /** The only device of an action is expanded. */
  alone: boolean
}

function Targets({ id, state, total, alone }: TargetsProps) {
  const { t } = useTranslation('actions')
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<number | null>(null)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialRect: { width: 0, height: 400 },
  })
  const items = virtualizer.getVirtualItems()
  const first = Math.floor((items[0]?.index ?? 0) / targetsPage)
  const last = Math.floor((items.at(-1)?.index ?? 0) / targetsPage)
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => actionQuery(id, first + index, state)),
  })
  const rowAt = (index: number): Target | undefined =>
    pages[Math.floor(index / targetsPage) - first]?.data?.data.targets[index % targetsPage]

  return (
    <section ref={scroller} className={classes.scroller} aria-label={t('status.devices')}>
      <ol className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const target = rowAt(item.index)
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classes.place}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {target ? (
                <TargetRow
                  target={target}
                  open={open === target.id || (alone && open === null)}
                  onToggle={(shown) => setOpen(shown ? target.id : 0)}
                />
              ) : (
                <span className={classes.blank}>
                  <Skeleton width="60%" />
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
