import { newRemoteAccessSchema, remoteAccessChangeSchema } from '@longreach/contract/remote/schemas'
import { expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import { changeOf, type EntryValues, newEntryOf, valuesOf } from './entry-values.ts'

const typed = (values: Partial<EntryValues>): EntryValues => ({ ...valuesOf(null, { id: 7 }), ...values })

test('typed values become an entry; the contract validates it', () => {
  const entry = newEntryOf(
    typed({ name: ' Camera-1 ', destination_ip: ' 192.168.1.10 ', destination_port: ' 8080 ', username: 'admin' }),
  )
  expect(entry).toEqual({
    device_id: 7,
    name: 'Camera-1',
    protocol: 'http',
    destination_ip: '192.168.1.10',
    destination_port: 8080,
    credentials_required: false,
    username: 'admin',
  })
  expect(safeParse(newRemoteAccessSchema, entry).success).toBe(true)
  for (const wrong of [{ destination_port: 'eighty' }, { name: 'a b' }, { destination_ip: 'http://x' }]) {
    const values = typed({ name: 'Camera-1', destination_ip: '192.168.1.10', ...wrong })
    expect(safeParse(newRemoteAccessSchema, newEntryOf(values)).success).toBe(false)
  }
})

test('an empty password keeps the stored one, asking or clearing removes it', () => {
  const values = typed({ name: 'Camera-1', destination_ip: '192.168.1.10' })
  expect(changeOf(values)).not.toHaveProperty('password')
  expect(changeOf({ ...values, password: 'new' })).toMatchObject({ password: 'new' })
  for (const way of [{ forget: true }, { credentials_required: true }]) {
    const change = changeOf({ ...values, ...way, password: 'typed before' })
    expect(change).toMatchObject({ username: null, password: null })
    expect(safeParse(remoteAccessChangeSchema, change).success).toBe(true)
  }
})
