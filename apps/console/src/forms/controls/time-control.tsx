import type { TimeField } from '@longreach/contract/forms/fields'
import { formatTime } from '@longreach/contract/time'
import { useState } from 'react'
import { readLocalTime } from '../../charts/local-time.ts'
import { TextField } from '../../ui/field.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { timeZone } from '../../ui/time-zone.ts'
import { type ControlProps, facts } from './control.ts'

/** Converts a time of the API to the text of a datetime input in the user's time zone, and back. */
const toControl = (time: unknown) =>
  typeof time === 'string' && time !== '' ? formatApiTime(time).slice(0, 16).replace(' ', 'T') : ''
function fromControl(text: string): string {
  const seconds = text === '' ? null : readLocalTime(text, timeZone())
  return seconds === null ? text : formatTime(new Date(seconds * 1000))
}

/** A date and a time, typed in the user's time zone and stored in the format of the API. */
export function TimeControl({ field, value, onChange, error }: ControlProps<TimeField>) {
  const [text, setText] = useState(() => toControl(value))
  return (
    <TextField
      {...facts(field)}
      type="datetime-local"
      name={field.key}
      value={text}
      error={error}
      onChange={({ target }) => {
        setText(target.value)
        // An incomplete time reads as empty, which would remove the time.
        onChange(target.validity.badInput ? '?' : fromControl(target.value))
      }}
    />
  )
}
