import { hiddenValue } from '@longreach/contract/configs/secrets'
import { expect, test } from 'vitest'
import { currentData } from './current-data.ts'

const field = (name: string) => ({ name, required: false, type: '', secret: false, values: [], description: '' })
const dataOf = (values: unknown, names: string[]) => {
  const { text, hidden } = currentData(values, { fields: names.map(field) })
  return [JSON.parse(text), hidden]
}

test('values of a device become request data, without secrets and without what the call does not have', () => {
  const lan = { id: 'lan', proto: 'static', pin: hiddenValue, dns: ['9.9.9.9'], peers: [{ a: 1, b: 2 }] }
  expect(dataOf(lan, [])).toEqual([{ data: { id: 'lan', proto: 'static', dns: ['9.9.9.9'], peers: lan.peers } }, true])
  const own = ['data', 'data.proto', 'data.dns', 'data.peers', 'data.peers.0.b']
  expect(dataOf(lan, own)).toEqual([{ data: { proto: 'static', dns: ['9.9.9.9'], peers: [{ b: 2 }] } }, false])
})

test('a list stays a list where the call has one, and is its first item where it does not; data may be all there is', () => {
  const list = [{ id: 'a' }, { id: 'b' }]
  expect(dataOf(list, ['data', 'data.0.id'])[0]).toEqual({ data: list })
  expect(dataOf(list, ['data', 'data.id'])[0]).toEqual({ data: { id: 'a' } })
  expect(dataOf([], ['data', 'data.id'])[0]).toEqual({ data: {} })
  expect(dataOf({ id: 'a', x: 1 }, ['id'])[0]).toEqual({ id: 'a' })
})
