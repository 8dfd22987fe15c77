import type { Health } from '@longreach/contract/companies/schemas'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../ui/format.ts'
import classes from './context-panel.module.css'
import { HealthBar } from './health-bar.tsx'

interface Props {
  id: string
  row: string
  depth: number
  name: string
  health: Health | undefined
  active: boolean
  chosen: boolean
  /** False for an ancestor of a match. */
  matched?: boolean
  /** Set for the row of all companies. */
  whole?: boolean
  /** Undefined without subsidiaries to show. */
  expanded?: boolean | undefined
  onTurn?: () => void
  onChoose: () => void
  /** Opens the list of its offline devices. */
  onOffline: () => void
}

/** A company to select, with the number of its devices. */
export function ContextRow(props: Props) {
  const { name, health, expanded, depth, onTurn, onOffline } = props
  const { t } = useTranslation('companies')
  const offline = formatCount(health?.offline ?? 0)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
    <div
      id={props.id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth}
      aria-selected={props.chosen}
      aria-expanded={expanded}
      data-key={props.row}
      data-matched={props.matched || undefined}
      data-dim={props.matched === false || undefined}
      data-whole={props.whole || undefined}
      data-active={props.active || undefined}
      className={classes.row}
      onClick={props.onChoose}
    >
      <span className={classes.check}>{props.chosen ? <IconCheck size={15} stroke={2} /> : null}</span>
      <span className={classes.turn} style={{ marginInlineStart: (depth - 1) * 18 }}>
        {expanded === undefined ? null : (
          <button
            type="button"
            tabIndex={-1}
            data-open={expanded}
            aria-label={t('switcher.expand', { name })}
            aria-expanded={expanded}
            onClick={(event) => {
              event.stopPropagation()
              onTurn?.()
            }}
          >
            <IconChevronRight size={14} stroke={1.8} />
          </button>
        )}
      </span>
      <span className={classes.name} title={name}>
        {name}
      </span>
      {health ? (
        <>
          <span className={classes.devices}>
            {formatCount(health.devices)} <span className="visually-hidden">{t('columns.devices')}</span>
          </span>
          <HealthBar health={health} />
          {health.offline > 0 ? (
            <button
              type="button"
              tabIndex={-1}
              className={classes.offline}
              aria-label={t('switcher.showOffline', { name, formatted: offline })}
              onClick={(event) => {
                event.stopPropagation()
                onOffline()
              }}
            >
              {t('switcher.offline', { formatted: offline })}
            </button>
          ) : (
            <span className={classes.offline} />
          )}
        </>
      ) : null}
    </div>
  )
}
