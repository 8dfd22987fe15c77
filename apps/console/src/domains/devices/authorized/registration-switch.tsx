import { getRegistration, setRegistration } from '@longreach/contract/devices/authorized-endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { Skeleton } from '../../../ui/state.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast.ts'
import { confirm } from '../../../windows/confirm.tsx'
import classes from './page.module.css'

const queryKey = ['authorized-devices', 'registration']

/** Limits registration to approved devices; turning it on is confirmed, since it affects all companies. */
export function RegistrationSwitch() {
  const { t } = useTranslation('authorized')
  const client = useQueryClient()
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(getRegistration, {}, signal)).data,
  })
  const change = async (on: boolean) => {
    if (on && !(await confirm({ title: t('only.title'), text: t('only.text'), confirm: t('only.confirm') }))) return
    try {
      await call(setRegistration, { body: { authorized_only: on } })
    } catch (error) {
      return toast(messageOf(error), 'error')
    }
    toast(t(on ? 'only.turnedOn' : 'only.turnedOff'), 'success')
    await client.invalidateQueries({ queryKey })
  }
  if (isError) return <p className={classes.only}>{t('only.failed')}</p>
  return (
    <div className={classes.only}>
      {data ? (
        <>
          <Switch label={t('only.label')} checked={data.authorized_only} onChange={(on) => void change(on)} />
          <span>{t(data.authorized_only ? 'only.on' : 'only.off')}</span>
        </>
      ) : (
        <Skeleton width={320} height={20} />
      )}
    </div>
  )
}
