import './texts.ts'
import { removeSuppressedForm } from '@longreach/contract/mail/forms'
import type { FormPage } from '../../registry/domain.ts'
import { SuppressedWindow } from './suppressed-window.tsx'

/** The id is the address. */
export const pages: readonly FormPage[] = [
  { form: removeSuppressedForm, Page: ({ id = '' }) => <SuppressedWindow email={id} /> },
]
