import './texts.ts'
import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { confirmPasswordForm } from '@longreach/contract/account/forms'
import i18next from 'i18next'
import { call } from '../api/call.ts'
import { windows } from '../windows/store.ts'
import { FormWindow } from './form-window.tsx'

const id = 'confirm-password'

let asked: Promise<boolean> | undefined

/** Asks for the user's own password, once for all calls that wait for it; false if the window was closed instead. */
export function askPassword(): Promise<boolean> {
  asked ??= openWindow().finally(() => {
    asked = undefined
  })
  return asked
}

function openWindow(): Promise<boolean> {
  return new Promise((resolve) => {
    let confirmed = false
    const send = async (body: { password: string }) => {
      const answer = await call(confirmPassword, { body })
      confirmed = true
      return answer
    }
    windows.open(
      {
        id,
        title: i18next.t('forms:password.title'),
        prompt: true,
        width: 440,
        content: <FormWindow form={confirmPasswordForm} send={send} done={null} reload={false} />,
      },
      () => resolve(confirmed),
    )
  })
}
