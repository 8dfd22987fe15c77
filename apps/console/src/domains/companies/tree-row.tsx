import type { TreeCompany } from '@longreach/contract/companies/schemas'
import { IconChevronRight, IconEyeOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { DeviceCount } from '../../tables/device-count.tsx'
import { formatCount } from '../../ui/format.ts'
import { CompanyMenu } from './company-menu.tsx'
import { HealthBar } from './health-bar.tsx'
import { ofCompany } from './of-company.ts'
import classes from './tree.module.css'

interface Props {
  node: TreeCompany
  depth: number
  /** Undefined if there are no children. */
  expanded: boolean | undefined
  /** The row is the tab stop, followed by its menu. */
  active: boolean
  drags: boolean
  /** Drop state: accepted or refused. */
  over: 'taken' | 'refused' | undefined
}

/** Id of the list of its children. */
export const groupId = (id: number) => `below-${id}`

/** A company in the tree: its name links to its page, a click beside it opens its branch. */
export const TreeRow = memo(function TreeRow({ node, depth, expanded, active, drags, over }: Props) {
  const { t } = useTranslation('companies')
  const devices = formatCount(node.devices_count)
  const users = formatCount(node.users_count)
  const { all } = node.health
  const online = t('tree.online', { online: formatCount(all.online), devices: formatCount(all.devices) })
  return (
    <div
      role="treeitem"
      className={classes.row}
      style={{ paddingInlineStart: 8 + (depth - 1) * 22 }}
      aria-level={depth}
      aria-expanded={expanded}
      aria-owns={expanded ? groupId(node.id) : undefined}
      tabIndex={active ? 0 : -1}
      data-id={node.id}
      data-name={node.name}
      draggable={drags}
      data-over={over}
      data-dim={node.matched ? undefined : true}
    >
      <span className={classes.turn} data-open={expanded} aria-hidden="true">
        {expanded === undefined ? null : <IconChevronRight size={16} stroke={1.8} />}
      </span>
      <span className={classes.names}>
        <span className={classes.line}>
          <Link
            to="/companies/$company_id"
            params={{ company_id: String(node.id) }}
            className={cells.name}
            title={node.name}
            tabIndex={-1}
            draggable={false}
          >
            {node.name}
          </Link>
          {node.hide_from_tree ? (
            <span className={classes.hidden} title={t('flags.hide_from_tree.hint')}>
              <IconEyeOff size={13} stroke={1.8} aria-hidden="true" />
              {t('tree.hidden')}
            </span>
          ) : null}
        </span>
        <span className={classes.second}>{t('tree.counts', { devices, users })}</span>
      </span>
      <span className={classes.health} title={all.devices > 0 ? t('tree.onlineHint', { online }) : undefined}>
        {all.devices > 0 ? (
          <>
            <HealthBar health={all} />
            {online}
          </>
        ) : (
          '—'
        )}
      </span>
      <span className={classes.count}>
        <DeviceCount cell count={node.devices_count} filter={ofCompany(node.id)} />{' '}
        <span className="visually-hidden">{t('columns.devices')}</span>
      </span>
      <span className={classes.count}>
        {users} <span className="visually-hidden">{t('columns.users')}</span>
      </span>
      <span className={classes.menu}>
        <CompanyMenu company={node} tabIndex={active ? 0 : -1} />
      </span>
    </div>
  )
})
