import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { isEmailAddress } from '@longreach/contract/email'
import { lazy, useEffect, useState } from 'react'
import { readStored, writeStored } from '../../api/browser-storage.ts'
import { call } from '../../api/call.ts'
import { useBrand } from '../../brand/brand.ts'
import { useUser } from './session.ts'

const RequiredEmail = lazy(() => import('./required-email.tsx').then((file) => ({ default: file.RequiredEmail })))
const DataAgreement = lazy(() => import('./data-agreement.tsx').then((file) => ({ default: file.DataAgreement })))

/** When the terms hold of which nobody said anything (spec §9). */
const firstTerms = '2023-01-18'

/** What the user has to answer before anything else: an address, and the terms of service (spec §4). */
export function StartQuestions() {
  const user = useUser()
  const { default: ours, terms } = useBrand()
  const [addressGiven, setAddressGiven] = useState(false)
  const disagrees = !user.tos_accepted && !user.isImpersonating
  const automatic = disagrees && !ours

  useEffect(() => {
    const key = `tos_accepted_${(terms?.date ?? firstTerms).replaceAll('-', '')}`
    if (!automatic || readStored('local', key, false)) return
    // Not sent, it is not noted, and tried again at the next start.
    void call(updateAccount, { body: { tos_accepted: true } })
      .then(() => writeStored('local', key, true))
      .catch(() => undefined)
  }, [automatic, terms])

  if (!addressGiven && !isEmailAddress(user.email)) return <RequiredEmail onDone={() => setAddressGiven(true)} />
  return disagrees && ours && terms ? <DataAgreement terms={terms} /> : null
}
