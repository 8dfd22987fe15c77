import './texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { live } from '../api/live.ts'
import { sessionQuery } from '../api/session.ts'
import { toast } from '../ui/toast.ts'

/** After a change of the user's permissions, refetches everything and leaves a page that is no longer permitted. */
export function useRightsNews(): void {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const router = useRouter()
  useEffect(
    () =>
      live.on('RightsChanged', () => {
        toast(t('rightsChanged'))
        void client
          .refetchQueries({ queryKey: sessionQuery.queryKey })
          .then(() => Promise.all([client.invalidateQueries(), router.invalidate()]))
      }),
    [t, client, router],
  )
}
