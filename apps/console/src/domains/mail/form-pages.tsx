import './texts.ts'
import { deleteSuppressedEmail } from '@longreach/contract/mail/endpoints'
import { removeSuppressedForm } from '@longreach/contract/mail/forms'
import type { FormPage } from '../../registry/domain.ts'
import { SuppressedWindow } from './suppressed-window.tsx'

/** The id is the address. */
export const pages: readonly FormPage[] = [
  { form: removeSuppressedForm, call: deleteSuppressedEmail, Page: ({ id = '' }) => <SuppressedWindow email={id} /> },
]
