import type { NoteField } from '@longreach/contract/forms/fields'
import { Suspense } from 'react'
import type { ControlProps } from '../../forms/controls/control.ts'
import { Note } from '../../forms/controls/note.tsx'
import { lazy } from '../../ui/lazy.ts'
import classes from './area.module.css'

const AreaMap = lazy(() => import('./area-map.tsx').then((file) => ({ default: file.AreaMap })))

/** Digits of a degree: a tenth of a metre. */
const digits = 6
const rounded = (degrees: number) => Number(degrees.toFixed(digits))

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** The area of a geofence on a map, which also sets its centre. */
export function AreaControl({ field, values, onChangeOther }: ControlProps<NoteField>) {
  return (
    <div className={classes.area}>
      <div className={classes.map}>
        <Suspense>
          <AreaMap
            latitude={numberOf(values.latitude)}
            longitude={numberOf(values.longitude)}
            radius={numberOf(values.radius)}
            onCentre={(latitude, longitude) => {
              onChangeOther?.('latitude', rounded(latitude))
              onChangeOther?.('longitude', rounded(longitude))
            }}
          />
        </Suspense>
      </div>
      <Note field={field} />
    </div>
  )
}
