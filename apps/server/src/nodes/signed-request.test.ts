import { expect, test } from 'vitest'
import { createSeal } from '../seal.ts'
import { createSigner } from './signed-request.ts'

const seal = createSeal(Buffer.alloc(32, 1))
const sent = { method: 'GET', host: 'x.localhost:3000', url: '/a?b=c', digest: '' }

function post(sender = seal) {
  let clock = 1_000_000
  const now = () => clock
  const there = createSigner(sender, 'there', now)
  const here = createSigner(seal, 'here', now)
  const pass = (ms: number) => {
    clock += ms
  }
  return { there, here, pass }
}

test('a signature names its sender and the browser, and is valid once', () => {
  const { there, here } = post()
  const signature = there.sign('here', sent, '192.0.2.1')
  expect(here.verify(signature, sent)).toEqual({ from: 'there', client: '192.0.2.1', digest: '' })
  expect(here.verify(signature, sent)).toBeUndefined()
  expect(here.verify(there.sign('here', sent), sent)).toEqual({ from: 'there', client: '', digest: '' })
})

test('it is for one request to one node', () => {
  const { there, here } = post()
  expect(here.verify(there.sign('elsewhere', sent), sent)).toBeUndefined()
  expect(here.verify(there.sign('here', sent), { ...sent, method: 'POST' })).toBeUndefined()
  expect(here.verify(there.sign('here', sent), { ...sent, url: '/a?b=d' })).toBeUndefined()
  expect(here.verify(there.sign('here', sent), { ...sent, host: 'y.localhost:3000' })).toBeUndefined()
})

test('one of another installation, a changed or a broken one is none', () => {
  const { there } = post(createSeal(Buffer.alloc(32, 2)))
  const { there: friend, here } = post()
  expect(here.verify(there.sign('here', sent), sent)).toBeUndefined()
  const [text = '', mac = ''] = friend.sign('here', sent).split('.')
  const fields = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[]
  const changed = Buffer.from(JSON.stringify(['root', ...fields.slice(1)])).toString('base64url')
  expect(here.verify(`${changed}.${mac}`, sent)).toBeUndefined()
  for (const broken of ['', '.', 'x', `${text}.`, `.${mac}`, `e30.${mac}`, 'W10.']) {
    expect(here.verify(broken, sent)).toBeUndefined()
  }
})

test('it is valid for a minute, and another one by which clocks may differ', () => {
  const { there, here, pass } = post()
  const signature = there.sign('here', sent)
  const later = there.sign('here', sent)
  pass(119_000)
  expect(here.verify(signature, sent)).toBeDefined()
  pass(2000)
  expect(here.verify(later, sent)).toBeUndefined()
  const early = there.sign('here', sent)
  const ahead = there.sign('here', sent)
  pass(-59_000)
  expect(here.verify(early, sent)).toBeDefined()
  pass(-2000)
  expect(here.verify(ahead, sent)).toBeUndefined()
})
