import './texts.ts'
import i18next from 'i18next'
import { NotProven, type Prove, proven } from '../api/proof.ts'
import { answerChallenge } from './mfa.ts'
import { askPassword } from './password-window.tsx'

/** Asks for the password after a 423, for a code after `MFA_REQUIRED` (spec §4). */
export const prove: Prove = async (error, makeCall) => {
  if (error.status !== 423) return answerChallenge(error, makeCall, i18next.t('forms:noServer'))
  if (!(await askPassword())) throw new NotProven(error)
  return proven(makeCall, { hasBody: true })
}
