import { readNumber } from '@longreach/contract/forms/check'
import type { NoteField } from '@longreach/contract/forms/fields'
import { Suspense } from 'react'
import type { ControlProps } from '../../forms/controls/control.ts'
import { Note } from '../../forms/controls/note.tsx'
import { roundDegrees } from '../../maps/degrees.ts'
import { lazy } from '../../ui/lazy.ts'
import classes from './area.module.css'

const AreaMap = lazy(() => import('./area-map.tsx').then((file) => ({ default: file.AreaMap })))

/** A typed degree or distance; null while it is not a number. */
function numberOf(typed: unknown): number | null {
  const value = readNumber({ step: 'any' }, typed)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

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
              onChangeOther?.('latitude', roundDegrees(latitude))
              onChangeOther?.('longitude', roundDegrees(longitude))
            }}
          />
        </Suspense>
      </div>
      <Note field={field} />
    </div>
  )
}
