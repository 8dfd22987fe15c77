import './texts.ts'
import { IconChevronLeft, IconChevronRight, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import { TextField } from '../../../ui/field.tsx'
import { formatApiTime } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { EmptyState, ErrorState, Skeleton, useDelayed } from '../../../ui/state.tsx'
import { datesOptions, groupValues, momentOptions, timesOptions } from './moments.ts'
import classes from './tab.module.css'

interface Props {
  id: number
  /** The selected time in UTC; empty for the latest one. */
  time: string
  onTime: (time: string) => void
}

/** All values of a device at the time of one report. */
export function HistoryMoment({ id, time, onTime }: Props) {
  const { t } = useTranslation('history')
  const dates = useQuery(datesOptions(id))
  const [picked, setPicked] = useState<string>()
  const local = time ? formatApiTime(time).slice(0, 10) : undefined
  const date = picked ?? local ?? dates.data?.[0]
  const times = useQuery({ ...timesOptions(id, date ?? ''), enabled: date !== undefined })
  if (dates.error && !dates.data) {
    return <ErrorState title={t('failed')} {...failureOf(dates.error)} onRetry={() => void dates.refetch()} />
  }
  if (!dates.data) return <Waiting />
  if (dates.data.length === 0 || date === undefined) {
    return <EmptyState icon={<IconHistory size={22} stroke={1.6} />} title={t('none')} text={t('noneText')} />
  }
  const known = times.data ?? []
  const at = known.includes(time) ? time : known.at(-1)
  const choose = (next: string) => {
    setPicked(undefined)
    onTime(next)
  }
  const place = at === undefined ? -1 : known.indexOf(at)
  const [before, after] = [known[place - 1], place < 0 ? undefined : known[place + 1]]
  return (
    <section className={classes.card} aria-label={t('moment')}>
      <div className={classes.head}>
        <h2>{t('moment')}</h2>
        <div className={classes.choices}>
          <Select
            label={t('date')}
            value={date}
            options={dates.data.map((value) => ({ value, label: value }))}
            searchable
            onChange={setPicked}
          />
          <Select
            label={t('time')}
            value={at ?? null}
            options={known.toReversed().map((value) => ({ value, label: formatApiTime(value).slice(11) }))}
            searchable
            onChange={choose}
          />
          <span className={classes.steps}>
            <IconButton label={t('earlier')} disabled={!before} onClick={() => before && choose(before)}>
              <IconChevronLeft size={18} stroke={1.8} />
            </IconButton>
            <IconButton label={t('later')} disabled={!after} onClick={() => after && choose(after)}>
              <IconChevronRight size={18} stroke={1.8} />
            </IconButton>
          </span>
        </div>
      </div>
      {at === undefined ? <Waiting /> : <Values id={id} time={at} />}
    </section>
  )
}

function Values({ id, time }: { id: number; time: string }) {
  const { t } = useTranslation('history')
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useQuery(momentOptions(id, time))
  if (error && !data) {
    return <ErrorState title={t('failedMoment')} {...failureOf(error)} onRetry={() => void refetch()} />
  }
  if (!data) return <Waiting />
  const groups = groupValues(data.values, typed)
  return (
    <>
      <TextField
        type="search"
        label={t('search')}
        className={classes.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {groups.length === 0 ? <p className={classes.noMatch}>{t('noMatch')}</p> : null}
      <div className={classes.groups}>
        {groups.map(({ group, values }) => (
          <section key={group} aria-label={t(`groups.${group}`)}>
            <h3>{t(`groups.${group}`)}</h3>
            <dl>
              {values.map(({ name, label, text }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}

function Waiting() {
  const delayed = useDelayed()
  return delayed ? <Skeleton width="100%" height={180} /> : null
}
