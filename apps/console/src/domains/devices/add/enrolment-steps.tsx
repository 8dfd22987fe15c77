import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../../../ui/spinner.tsx'
import classes from './enrolment-steps.module.css'
import type { Enrolment } from './use-enrolment.ts'

const marks = {
  done: <IconCircleCheck size={18} stroke={1.7} />,
  current: <Spinner />,
  open: <IconCircleDashed size={18} stroke={1.7} />,
}

/** Progress of the devices of an install command; `total` is the number of devices that can use it. */
export function EnrolmentSteps({
  enrolment,
  total,
  onOpen,
}: {
  enrolment: Enrolment
  total: number
  onOpen: () => void
}) {
  const { t } = useTranslation('devices')
  const { reached, refused, devices } = enrolment
  const done = { reached, accepted: devices.length > 0, reported: devices.some((device) => device.reported) }
  const steps = Object.entries(done) as [keyof typeof done, boolean][]
  const current = steps.find(([, isDone]) => !isDone)?.[0]
  return (
    <>
      <ol className={classes.steps} aria-label={t('line.steps.label')} aria-live="polite">
        {steps.map(([step, isDone]) => {
          const state = isDone ? 'done' : step === current && refused === null ? 'current' : 'open'
          return (
            <li key={step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
              {marks[state]}
              {t(`line.steps.${step}`)}
            </li>
          )
        })}
      </ol>
      {refused === null ? null : (
        <p role="alert" className={classes.refused}>
          {t('line.refused', { reason: refused })}
        </p>
      )}
      {devices.length === 0 ? null : (
        <ul className={classes.devices}>
          {devices.map((device) => (
            <li key={device.id}>
              <Link to="/devices/$id/activity" params={{ id: String(device.id) }} onClick={onOpen}>
                {device.name}
              </Link>
              <span>{t(device.reported ? 'line.steps.reported' : 'line.steps.accepted')}</span>
            </li>
          ))}
        </ul>
      )}
      {total > 1 ? <p className={classes.progress}>{t('line.progress', { done: devices.length, total })}</p> : null}
    </>
  )
}
