import type { OutputGroup, Outputs } from '@longreach/contract/actions/schemas'
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatMoment } from '../../../ui/format.ts'
import classes from './output-groups.module.css'

interface Props extends Pick<Outputs, 'groups' | 'more'> {
  /** Key of the group whose output is shown. */
  chosen: string | undefined
  onChoose: (key: string) => void
}

/** Devices of a command grouped by output: devices with equal output are one line. */
export function OutputGroups({ groups, more, chosen, onChoose }: Props) {
  const { t } = useTranslation('actions')
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const at = groups.findIndex(({ key }) => key === chosen) + (way ?? 0)
    const next = groups[at]
    if (way === undefined || !next) return
    event.preventDefault()
    onChoose(next.key)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <ul ref={list} className={classes.groups} aria-label={t('outputs.groups')}>
      {groups.map((group) => (
        <li key={group.key}>
          <button
            type="button"
            className={classes.group}
            data-state={group.state}
            aria-pressed={group.key === chosen}
            onClick={() => onChoose(group.key)}
            onKeyDown={onKeyDown}
          >
            <strong className={classes.count}>
              {t(`outputs.count.${group.state}`, { count: group.count, formatted: formatCount(group.count) })}
            </strong>
            <Preview group={group} />
            <IconChevronRight size={16} stroke={1.6} className={classes.arrow} />
          </button>
        </li>
      ))}
      {more.groups > 0 ? (
        <li className={classes.more}>
          {t('outputs.more', {
            count: more.groups,
            groups: formatCount(more.groups),
            devices: formatCount(more.devices),
          })}
        </li>
      ) : null}
    </ul>
  )
}

function Preview({ group }: { group: OutputGroup }) {
  const { t } = useTranslation('actions')
  const { state, preview, message, offline, count, expires_at } = group
  if (state === 'waiting') {
    const time = expires_at === null ? '' : formatMoment(expires_at)
    return (
      <span className={classes.preview}>{t(offline === count ? 'outputs.offline' : 'outputs.waiting', { time })}</span>
    )
  }
  if (state === 'running') return <span className={classes.preview}>{t('outputs.running')}</span>
  if (preview === null) return <span className={classes.preview}>{message}</span>
  if (preview.trim() === '') return <span className={classes.preview}>{t('status.noOutput')}</span>
  return <span className={`${classes.preview} ${classes.code}`}>{preview}</span>
}
