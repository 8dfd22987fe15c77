import './texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useContextQuery } from '../../api/context.ts'
import type { Search } from '../../api/search.ts'
import { useUser } from '../../api/session.ts'
import { hasParts, Place } from '../../registry/place.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import classes from './dock-picker.module.css'

/** Connected devices: the first matches by name. */
const onlineQuery = (q: string, limits: Search) =>
  queryOptions({
    queryKey: ['devices', 'dock', q, limits],
    queryFn: async ({ signal }) => {
      const fields = { fields: 'id,name', sort: 'name', limit: 50, status: 'online' } as const
      return (await call(listDevices, { query: { ...fields, ...limits, ...(q === '' ? {} : { q }) } }, signal)).data
    },
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

/** Opens more in the dock: the user finds a device by name, and other domains offer what can be opened for it. */
export function DockPicker() {
  const { t } = useTranslation('devices')
  const { permissions } = useUser()
  const [open, setOpen] = useState(false)
  if (!hasParts('devices.dock', permissions)) return null
  const trigger = (
    <IconButton size="small" label={t('dock.open')} onClick={() => setOpen(!open)}>
      <IconPlus size={17} stroke={1.6} />
    </IconButton>
  )
  return (
    <Popover opened={open} onChange={setOpen} trigger={trigger} label={t('dock.open')} width={380}>
      <Devices onDone={() => setOpen(false)} />
    </Popover>
  )
}

function Devices({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('devices')
  const [text, setText] = useState('')
  const { data } = useQuery(onlineQuery(useSettled(text.trim()), useContextQuery()))
  return (
    <>
      <input
        className={classes.search}
        value={text}
        maxLength={100}
        placeholder={t('search')}
        aria-label={t('dock.find')}
        data-autofocus
        onChange={(event) => setText(event.target.value)}
      />
      <ul className={classes.list} aria-label={t('title')}>
        {data?.flatMap(({ id, name }) =>
          id === undefined || name === undefined ? (
            []
          ) : (
            <li key={id}>
              <span className={classes.name} title={name}>
                {name}
              </span>
              <Place at="devices.dock" row={{ id, name }} onDone={onDone} />
            </li>
          ),
        )}
        {data?.length === 0 ? <li className={classes.none}>{t('dock.none')}</li> : null}
      </ul>
    </>
  )
}
