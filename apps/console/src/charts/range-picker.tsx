import './texts.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { formatDate } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { timeZone } from '../ui/time-zone.ts'
import { readLocalTime } from './local-time.ts'
import { boundsOf, presets, type Range, shifted, zoomTo } from './range.ts'
import classes from './range-picker.module.css'

const names = Object.keys(presets) as (keyof typeof presets)[]

export function RangePicker({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const fixed = range.kind === 'fixed'
  const move = (lengths: number) => {
    const { from, to } = boundsOf(range, Date.now())
    onChange(shifted(range, (to - from) * lengths, Date.now()))
  }
  return (
    <div className={classes.picker}>
      <span className={classes.steps}>
        <IconButton size="small" label={t('range.earlier')} onClick={() => move(-1 / 2)}>
          <IconChevronLeft size={17} stroke={1.8} />
        </IconButton>
        <IconButton size="small" label={t('range.later')} disabled={!fixed} onClick={() => move(1 / 2)}>
          <IconChevronRight size={17} stroke={1.8} />
        </IconButton>
      </span>
      <Segmented
        label={t('range.label')}
        value={fixed ? null : range.preset}
        options={names.map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(preset) => onChange({ kind: 'preset', preset })}
      />
      <Popover
        opened={open}
        onChange={setOpen}
        label={t('range.custom')}
        side="bottom-end"
        width={280}
        trigger={
          <Button
            size="small"
            className={fixed ? classes.on : undefined}
            aria-expanded={open}
            aria-haspopup="dialog"
            onClick={() => setOpen(!open)}
          >
            {fixed ? spanText(range) : t('range.custom')}
          </Button>
        }
      >
        <Custom
          range={range}
          onChoose={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Popover>
    </div>
  )
}

const minute = (seconds: number) => formatDate(new Date(seconds * 1000)).slice(0, 16)
const spanText = ({ from, to }: { from: number; to: number }) => {
  const end = minute(to)
  return `${minute(from)} – ${end.slice(0, 10) === minute(from).slice(0, 10) ? end.slice(11) : end}`
}

function Custom({ range, onChoose }: { range: Range; onChoose: (range: Range) => void }) {
  const { t } = useTranslation('ui')
  const bounds = boundsOf(range, Date.now())
  const [from, setFrom] = useState(minute(bounds.from).replace(' ', 'T'))
  const [to, setTo] = useState(minute(bounds.to).replace(' ', 'T'))
  const [wrong, setWrong] = useState(false)
  const apply = () => {
    const one = readLocalTime(from, timeZone())
    const other = readLocalTime(to, timeZone())
    const next = one !== null && other !== null && other > one ? zoomTo(one, other) : null
    setWrong(next === null)
    if (next) onChoose(next)
  }
  return (
    <form
      className={classes.custom}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <TextField
        type="datetime-local"
        label={t('range.from')}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        type="datetime-local"
        label={t('range.to')}
        value={to}
        error={wrong ? t('range.wrong') : undefined}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button look="primary" size="small" type="submit">
        {t('range.apply')}
      </Button>
    </form>
  )
}
