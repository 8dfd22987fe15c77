import type { createEnrolmentKey } from '@longreach/contract/devices/endpoints'
import type { ResponseOf } from '@longreach/contract/endpoint'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { formatApiTime } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../../windows/window-parts.tsx'
import classes from './device.module.css'
import { EnrolmentSteps } from './enrolment-steps.tsx'
import { type InstallForm, installCommand, installForms, usualForm } from './install-forms.ts'
import { InstallSystemContext } from './install-system.ts'
import { useEnrolment } from './use-enrolment.ts'

const unknown = { address: '', line: '', script_url: null }

/** The install command, how to verify it, and the progress of the devices that use it. */
export function EnrolmentLine({
  created,
  total,
  onAnother,
}: {
  created: ResponseOf<typeof createEnrolmentKey>
  total: number
  onAnother: () => void
}) {
  const { t } = useTranslation(['devices', 'ui'])
  const { close } = useWindow()
  const system = useContext(InstallSystemContext)
  const [place, setPlace] = useState(0)
  const [chosenForm, setForm] = useState<InstallForm>()
  const enrolment = useEnrolment(created)
  const chosen = created.lines[place] ?? created.lines[0] ?? unknown
  const form = chosenForm ?? usualForm(system, chosen)
  const command = installCommand(form, chosen)
  return (
    <>
      <WindowBody>
        {created.lines.length > 1 ? (
          <Select
            label={t('line.address')}
            hint={t('line.addressHint')}
            value={String(place)}
            options={created.lines.map((line, index) => ({ value: String(index), label: line.address }))}
            onChange={(value) => setPlace(Number(value))}
          />
        ) : null}
        <p className={classes.intro}>{t(`line.where.${system}`)}</p>
        {chosen.script_url === null ? null : (
          <div>
            <Segmented
              label={t('line.form')}
              value={form}
              options={installForms.map((value) => ({ value, label: t(`line.forms.${value}`) }))}
              onChange={setForm}
            />
          </div>
        )}
        <div className={classes.line}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <section className={classes.code} tabIndex={0} aria-label={t('line.label')}>
            <code>{command}</code>
          </section>
          <div>
            <span>{t('line.expires', { time: formatApiTime(created.expires_at) })}</span>
            <CopyButton text={command} look="primary" />
          </div>
        </div>
        {form === 'ssh' || chosen.script_url === null ? (
          <dl className={classes.checks}>
            <dt>{t('line.hostKey')}</dt>
            <dd className="mono">{created.host_key_fingerprint}</dd>
            <dt>{t('line.agent')}</dt>
            <dd className="mono">{created.agent_sha256}</dd>
          </dl>
        ) : (
          <p className={classes.intro}>
            {t('line.shortHint')}{' '}
            <a className="link" href={chosen.script_url} target="_blank" rel="noreferrer">
              {t('line.read')}
            </a>
          </p>
        )}
        {created.demo ? <p className={classes.note}>{t('line.demo')}</p> : null}
        <EnrolmentSteps enrolment={enrolment} total={total} onOpen={close} />
      </WindowBody>
      <WindowActions>
        <Button onClick={onAnother}>{t('line.another')}</Button>
        <Button look="primary" onClick={close}>
          {t('ui:close')}
        </Button>
      </WindowActions>
    </>
  )
}
