import { usePageTitle } from '../../ui/page-title.ts'
import './access-texts.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ListCard, ListCardRow } from '../../ui/list-card.tsx'
import classes from './account-page.module.css'
import { openChangeEmail, openChangePassword } from './open-windows.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TokensCard } from './tokens-card.tsx'

/** `/account`: credentials, sessions and tokens of the signed-in user. */
export function AccountPage() {
  const { t } = useTranslation('access')
  usePageTitle(t('title'))
  const user = useUser()
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('title')}</h1>
        <p>{t('signedInAs', { name: user.username, role: user.role_title, company: user.company_name })}</p>
      </header>
      <ListCard
        title={t('email.title')}
        action={
          <Button size="small" onClick={openChangeEmail}>
            {t('email.change')}
          </Button>
        }
      >
        <ListCardRow>
          <span>{user.email}</span>
        </ListCardRow>
      </ListCard>
      <ListCard
        title={t('password.title')}
        action={
          <Button size="small" onClick={openChangePassword}>
            {t('password.change')}
          </Button>
        }
      >
        <ListCardRow>
          <span className={classes.hint}>{t('password.text')}</span>
        </ListCardRow>
      </ListCard>
      <SessionsCard />
      <TokensCard />
    </div>
  )
}
