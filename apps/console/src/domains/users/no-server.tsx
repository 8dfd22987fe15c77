import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '../../ui/record.module.css'
import { inviteRolesQuery } from './invitation-queries.ts'

/** Explains where to find links if no mails are sent. */
export function NoServer() {
  const { t } = useTranslation('invitations')
  const { data } = useQuery(inviteRolesQuery('0'))
  return data?.sends === false ? (
    <p className={classes.notice} role="status">
      {t('noServer')}
    </p>
  ) : null
}
