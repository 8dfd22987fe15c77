import { expect, test } from 'vitest'
import { splitFormErrors } from './errors.ts'
import type { Field, Form } from './fields.ts'
import { english } from './test-english.ts'

const item = (message: string, source: string | null, code = 'VALIDATION_FAILED') => ({ code, message, source })
const fields: Field[] = [
  { key: 'id', type: 'text', label: '' },
  { key: 'name', type: 'text', label: '' },
  { key: 'email', type: 'email', component: 'ListInput', label: '' },
  {
    key: 'devices',
    type: 'table',
    component: 'TableInput',
    label: '',
    columns: [{ key: 'mac', type: 'text', label: '' }],
  },
]

test('an error is shown at the field it names, all others together', () => {
  expect(
    splitFormErrors({ fields }, [
      item('Taken', 'name'),
      item('Again', 'name'),
      item('No such thing', 'id'),
      item('Too many', null),
      item('Too many', 'elsewhere'),
      item('Bad address', 'email.3'),
    ]),
  ).toEqual({ byField: { name: 'Taken', email: 'Bad address' }, general: ['No such thing', 'Too many'] })
})

test('S8.40: an error of one row is shown at its column', () => {
  expect(splitFormErrors({ fields }, [item('Enter a MAC address', 'data.2.mac')]).byField).toEqual({
    'devices.2.mac': 'Enter a MAC address',
  })
  expect(splitFormErrors({ fields }, [item('Required', 'data.0.name')]).byField).toEqual({ name: 'Required' })
})

test('an error of a field that is not shown is placed at its group, or else above the form', () => {
  const declared: Pick<Form, 'fields' | 'groups'> = {
    groups: { position: { label: '' } },
    fields: [
      { key: 'owner', type: 'hidden' },
      { key: 'latitude', type: 'number', label: '', group: 'position' },
      { key: 'longitude', type: 'number', label: '', group: 'position' },
      { key: 'price', type: 'number', label: '' },
    ],
  }
  const shown = declared.fields.filter(({ key }) => key !== 'longitude' && key !== 'price')
  const errors = [
    item('Unknown owner', 'owner'),
    item('Too far east', 'longitude'),
    item('Must be positive', 'price'),
    item('At sea', 'position'),
  ]
  expect(splitFormErrors(declared, errors, shown)).toEqual({
    byField: { position: 'Too far east' },
    general: ['Unknown owner', 'Must be positive'],
  })
  expect(splitFormErrors(declared, errors).byField).toEqual({
    longitude: 'Too far east',
    price: 'Must be positive',
    position: 'At sea',
  })
  expect(splitFormErrors(declared, [item('At sea', 'position')], []).general).toEqual(['At sea'])
})

test('S8.35: an ended session is not an error of a field', () => {
  expect(splitFormErrors({ fields }, [item('Sign in first', 'name', 'UNAUTHORIZED')])).toEqual({
    byField: {},
    general: [],
  })
})

test('S8.41: an error inside a file names file, line and place', () => {
  const file: Field = { key: 'document', type: 'file', label: '' }
  expect(
    english(splitFormErrors({ fields: [file] }, [item('Unknown option', 'router.json/12/network')]).byField),
  ).toEqual({
    document: 'Unknown option (router.json, line 12 in network)',
  })
})
