import './register-texts.ts'
import type { Brand } from '@longreach/contract/brand/schemas'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { windows } from '../../windows/store.ts'
import { DataAgreement } from './data-agreement.tsx'
import { RequiredEmail } from './required-email.tsx'

/** On top of everything: no header, and only an answer closes it (spec §4). */
const open = (id: string, title: string, content: ReactNode) =>
  windows.open({ id, title, width: 480, bare: true, forced: true, prompt: true, content })

export const openDataAgreement = (id: string, terms: NonNullable<Brand['terms']>) =>
  open(id, i18next.t('register:terms.title'), <DataAgreement terms={terms} />)

export const openRequiredEmail = (id: string, onDone: () => void) =>
  open(
    id,
    i18next.t('register:required.title'),
    <RequiredEmail onSent={() => windows.rename(id, i18next.t('register:required.doneTitle'))} onDone={onDone} />,
  )
