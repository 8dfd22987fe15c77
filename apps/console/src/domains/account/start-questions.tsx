import { updateAccount } from '@longreach/contract/account/email-endpoints'
import { isEmailAddress } from '@longreach/contract/email'
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../api/browser-storage.ts'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useBrand } from '../../brand/brand.ts'
import { windows } from '../../windows/store.ts'

/** Effective date of terms without a date (spec §9). */
const firstTerms = '2023-01-18'

const id = 'start-question'

/** Questions that the user has to answer before anything else: an address, and the terms of service (spec §4). */
export function StartQuestions() {
  const user = useUser()
  const { default: ours, terms } = useBrand()
  const [addressGiven, setAddressGiven] = useState(false)
  const disagrees = !user.tos_accepted && !user.isImpersonating
  const automatic = disagrees && !ours

  useEffect(() => {
    const key = `tos_accepted_${(terms?.date ?? firstTerms).replaceAll('-', '')}`
    if (!automatic || readStored('local', key, false)) return
    // If the request fails, nothing is stored, and it is repeated at the next start.
    void call(updateAccount, { body: { tos_accepted: true } })
      .then(() => writeStored('local', key, true))
      .catch(() => undefined)
  }, [automatic, terms])

  const needsAddress = !addressGiven && !isEmailAddress(user.email)
  const asked = !needsAddress && disagrees && ours ? terms : null
  useEffect(() => {
    if (!needsAddress && !asked) return
    let over = false
    // Lazy: rarely needed.
    void import('./open-start-question.tsx').then(({ openRequiredEmail, openDataAgreement }) => {
      if (over) return
      if (asked) openDataAgreement(id, asked)
      else openRequiredEmail(id, () => setAddressGiven(true))
    })
    return () => {
      over = true
      windows.close(id)
    }
  }, [needsAddress, asked])
  return null
}
