import type { Field } from '@longreach/contract/forms/fields'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { WindowHost } from '../../windows/host.tsx'
import { windows } from '../../windows/store.ts'
import { type Place, WindowContext } from '../../windows/use-window.ts'
import { FormWindow } from '../form-window.tsx'

/** Labels without texts stand for themselves. */
export const declare = (...fields: Field[]) =>
  ({ name: 'x', permission: 'signed-in', title: 'Title', submit: 'Send', fields }) as const

export const nameField: Field = { key: 'name', type: 'text', label: 'Name', required: true }

function clientOf(permissions: readonly string[]) {
  const client = new QueryClient()
  const company = { id: 1, name: 'Home', level: 1 }
  client.setQueryData(['session'], { kind: 'user', user: { permissions, company } })
  return client
}

type Props = Omit<ComponentProps<typeof FormWindow>, 'form' | 'send'> & {
  fields: Field[]
  send?: ComponentProps<typeof FormWindow>['send']
  permissions?: string[]
}

/** A form in a window, as a domain opens it. */
export function openForm({ fields, send = async () => ({ meta: {} }), permissions = [], ...rest }: Props) {
  cleanup()
  const client = clientOf(permissions)
  const content = <FormWindow form={declare(...fields)} send={send} {...rest} />
  const view = render(
    <QueryClientProvider client={client}>
      <WindowHost />
    </QueryClientProvider>,
  )
  act(() => windows.open({ id: 'form', title: 'Form', content }))
  return { ...view, client }
}

/** The same on a page. */
export function showForm({ fields, send = async () => ({ meta: {} }), ...rest }: Props, place: Place) {
  const form = <FormWindow form={declare(...fields)} send={send} {...rest} />
  return render(
    <QueryClientProvider client={clientOf([])}>
      <WindowContext value={place}>{form}</WindowContext>
    </QueryClientProvider>,
  )
}

export const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
