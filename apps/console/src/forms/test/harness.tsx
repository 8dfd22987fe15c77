import type { Field, Form } from '@longreach/contract/forms/fields'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { windows } from '../../windows/store.ts'
import { clientOf, drawWindows } from '../../windows/test/harness.tsx'
import { type Place, WindowContext } from '../../windows/use-window.ts'
import { FormWindow } from '../form-window.tsx'

/** A label without a text is shown as it is. */
export const declare = (...fields: Field[]) => ({ name: 'x', title: 'Title', submit: 'Send', fields }) as const

export const nameField: Field = { key: 'name', type: 'text', label: 'Name', required: true }

type Props = Omit<ComponentProps<typeof FormWindow>, 'form' | 'send'> & {
  fields: Field[]
  groups?: NonNullable<Form['groups']>
  send?: ComponentProps<typeof FormWindow>['send']
  permissions?: string[]
}

/** A form in a window, as a domain opens it. */
export function openForm({ fields, groups = {}, send = async () => ({ meta: {} }), permissions = [], ...rest }: Props) {
  cleanup()
  const content = <FormWindow form={{ ...declare(...fields), groups }} send={send} {...rest} />
  const view = drawWindows(permissions)
  act(() => windows.open({ id: 'form', title: 'Form', content }))
  return view
}

export function showForm({ fields, send = async () => ({ meta: {} }), ...rest }: Props, place: Place) {
  const form = <FormWindow form={declare(...fields)} send={send} {...rest} />
  return render(
    <QueryClientProvider client={clientOf([])}>
      <WindowContext value={place}>{form}</WindowContext>
    </QueryClientProvider>,
  )
}

export const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
