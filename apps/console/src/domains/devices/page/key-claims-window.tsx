import '../texts.ts'
import type { KeyClaim } from '@longreach/contract/devices/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../../api/error.ts'
import { Ago } from '../../../ui/ago.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatApiTime } from '../../../ui/format.ts'
import record from '../../../ui/record.module.css'
import { ErrorState, Skeleton, useDelayed } from '../../../ui/state.tsx'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../../windows/window-parts.tsx'
import { keyClaimsQuery } from '../queries.ts'
import { decideOnClaim } from './device-keys.tsx'
import classes from './key-claims-window.module.css'

/** Enrolments that would replace the key of a device, each with its key: an operator approves one or rejects all. */
export function KeyClaimsWindow({ device }: { device: { id: number; name: string } }) {
  const { t } = useTranslation(['devices', 'ui'])
  const { close } = useWindow()
  const { data, error, refetch } = useQuery(keyClaimsQuery(device.id))
  const delayed = useDelayed()
  return (
    <>
      <WindowBody>
        {error && !data ? (
          <ErrorState title={t('claims.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <div className={classes.claims}>
            <p className={classes.intro}>{t(data.length === 0 ? 'claims.none' : 'claims.intro')}</p>
            {data.length === 0 ? null : (
              <ul className={classes.list}>
                {data.map((claim) => (
                  <li key={claim.fingerprint}>
                    <Claim claim={claim} device={device} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        ) : delayed ? (
          <Skeleton width="100%" height={160} />
        ) : null}
      </WindowBody>
      <WindowActions>
        <Button onClick={close}>{t('ui:close')}</Button>
      </WindowActions>
    </>
  )
}

function Claim({ claim, device }: { claim: KeyClaim; device: { id: number; name: string } }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [busy, setBusy] = useState<'approve' | 'reject' | null>(null)
  const decide = async (decision: 'approve' | 'reject') => {
    setBusy(decision)
    await decideOnClaim(decision, device, claim.fingerprint, client)
    setBusy(null)
  }
  return (
    <section className={classes.claim} aria-label={t('claims.one', { fingerprint: claim.fingerprint })}>
      <dl className={record.facts}>
        <div>
          <dt>{t('claims.company')}</dt>
          <dd className={classes.company}>
            <span>{claim.company_name ?? t('claims.otherCompany')}</span>
            <span className={record.state} data-tone={claim.own_company ? 'good' : 'waits'}>
              {t(claim.own_company ? 'claims.own' : 'claims.foreign')}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('claims.key')}</dt>
          <dd className={classes.print}>{claim.fingerprint}</dd>
        </div>
        <div>
          <dt>{t('claims.address')}</dt>
          <dd>{claim.address}</dd>
        </div>
        <div>
          <dt>{t('claims.first')}</dt>
          <dd>{formatApiTime(claim.created_at)}</dd>
        </div>
        <div>
          <dt>{t('claims.last')}</dt>
          <dd>
            <Ago time={claim.claimed_at} />
          </dd>
        </div>
        <div>
          <dt>{t('claims.expires')}</dt>
          <dd>{formatApiTime(claim.expires_at)}</dd>
        </div>
      </dl>
      <div className={classes.decide}>
        <Button size="small" busy={busy === 'reject'} onClick={() => void decide('reject')}>
          {t('claims.reject')}
        </Button>
        <Button
          size="small"
          look={claim.own_company ? 'primary' : 'default'}
          busy={busy === 'approve'}
          onClick={() => void decide('approve')}
        >
          {t('claims.approve')}
        </Button>
      </div>
    </section>
  )
}
