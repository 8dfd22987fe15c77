import '../texts.ts'
import { restoreConfigVersion } from '@longreach/contract/configs/endpoints'
import type { ConfigVersion } from '@longreach/contract/configs/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { failureOf, messageOf } from '../../../api/error.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/state.tsx'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowForm } from '../../../windows/window-form.tsx'
import { openActionTab } from '../../actions/public/open-tabs.ts'
import { DifferenceView } from './difference-view.tsx'
import { minutesToConnect } from './history.ts'
import { differenceQuery } from './history-queries.ts'
import classes from './restore-window.module.css'

interface Props {
  version: ConfigVersion
  /** Id of the version that the device had when it was last read. */
  running: number
}

/** Preview of giving a device an earlier version again. */
export function RestoreWindow({ version, running }: Props) {
  const { t } = useTranslation('configs')
  const client = useQueryClient()
  const { close } = useWindow()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { id, seq } = version
  const { data: difference, error: failure, refetch } = useQuery(differenceQuery(id, running))
  if (failure && !difference)
    return <ErrorState title={t('history.differenceFailed')} {...failureOf(failure)} onRetry={() => void refetch()} />
  if (!difference)
    return (
      <div className={classes.wait}>
        <Spinner size={22} />
      </div>
    )
  const restore = async () => {
    setBusy(true)
    setError(null)
    try {
      const { data } = await call(restoreConfigVersion, { params: { id }, body: {} })
      openActionTab({ id: data.id, kind: 'roll_back' })
      for (const key of ['actions', 'configs']) void client.invalidateQueries({ queryKey: [key] })
      close()
    } catch (fault) {
      setError(messageOf(fault))
      setBusy(false)
    }
  }
  return (
    <WindowForm
      onSubmit={() => void restore()}
      submit={t('history.restore.submit', { seq })}
      busy={busy}
      errors={error === null ? [] : [error]}
    >
      <p className={classes.text}>{t('history.restore.text', { seq })}</p>
      <section className={classes.difference} aria-label={t('difference.label')}>
        <DifferenceView difference={difference} look="unified" />
      </section>
      <div className={classes.safety}>
        <strong>{t('apply.takesBack')}</strong>
        <p>{t('history.restore.takesBack', minutesToConnect)}</p>
      </div>
    </WindowForm>
  )
}
