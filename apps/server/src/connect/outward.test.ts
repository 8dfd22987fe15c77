import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sides } from '../test/sides.ts'
import { movedTo, outward, outwardRefresh } from './outward.ts'
import type { Sides } from './sides.ts'

test.each([
  ['http://192.168.1.10:8080/login', `${sides.outer}/login`],
  ['HTTP://192.168.1.10:8080', `${sides.outer}/`],
  ['http://192.168.1.10:8080?x=1', `${sides.outer}/?x=1`],
  ['http://192.168.1.10/x', 'http://192.168.1.10/x'],
  ['https://192.168.1.10:8080/secure', `${sides.outer}/secure`],
  ['//192.168.1.10:8080/x', `${sides.outer}/x`],
  ['http://user@192.168.1.10:8080/x', `${sides.outer}/x`],
  ['/cgi-bin/luci', '/cgi-bin/luci'],
  ['login.html', 'login.html'],
  ['http://192.168.1.11/x', 'http://192.168.1.11/x'],
  ['http://192.168.1.10:8080.evil.test/x', 'http://192.168.1.10:8080.evil.test/x'],
  ['http://192.168.1.10:8080@evil.test/x', 'http://192.168.1.10:8080@evil.test/x'],
])('a redirect to %s leads to %s', (from, to) => expect(outward(from, sides)).toBe(to))

test('a redirect to another port of the same host is noticed', () => {
  const at80 = { ...sides, port: 80 }
  expect(movedTo('https://192.168.1.10/login', at80)).toBe('https://192.168.1.10/login')
  expect(movedTo('http://192.168.1.10:8080/', at80)).toBe('http://192.168.1.10:8080/')
  for (const same of ['http://192.168.1.10/', '//192.168.1.10/x', '/login', 'https://elsewhere.test/', undefined])
    expect(movedTo(same, at80)).toBeUndefined()
  expect(movedTo('https://[fd00::1]/', { ...at80, host: 'fd00::1' })).toBe('https://[fd00::1]/')
})

test('no other address leads anywhere new', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const result = outward(text, sides)
      expect(result === text || result.startsWith(`${sides.outer}`)).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      expect(outward(url, sides)).toBe(url)
    }),
  )
})

describe('the pages of the device itself', () => {
  const own: Sides = { ...sides, host: '127.0.0.1', port: 80 }
  const secure: Sides = { ...own, protocol: 'https', port: 443 }

  test.each([
    ['http://192.168.1.1/cgi-bin/luci', own],
    ['http://10.20.30.40/', own],
    ['http://[fd00::1]/', own],
    ['http://router.example/', own],
    ['http://router/', own],
    ['http://OpenWrt.lan./', own],
    ['http://localhost/', own],
    ['http://localhost:80/', own],
    ['http://127.0.0.1/', own],
    ['https://192.168.1.1/', secure],
    ['https://router.lan/', secure],
  ])('%s leads back', (address, at) => {
    expect(outward(address, at)).toMatch(/^https:\/\/[0-9a-f]{32}\.connect\.example\//)
    expect(movedTo(address, at)).toBeUndefined()
  })

  test.each([
    ['https://192.168.1.1/', own],
    ['https://localhost/', own],
    ['http://router.lan:8080/', own],
    ['http://192.168.1.1/', secure],
  ])('%s is explained', (address, at) => {
    expect(outward(address, at)).toBe(address)
    expect(movedTo(address, at)).toBe(address)
  })

  test.each([
    ['https://login.vendor.example/', secure],
    ['https://login.vendor.example/', own],
    ['http://203.0.113.7/', own],
  ])('%s is passed on', (address, at) => {
    expect(outward(address, at)).toBe(address)
    expect(movedTo(address, at)).toBeUndefined()
  })
})

test('a page behind the device only has its own address and loopback; other hosts of its network are explained', () => {
  expect(outward('http://localhost:8080/x', sides)).toBe(`${sides.outer}/x`)
  for (const address of ['http://192.168.1.11:8080/', 'http://nas.local/', 'http://router:8080/']) {
    expect(outward(address, sides)).toBe(address)
    expect(movedTo(address, sides)).toBe(address)
  }
})

test.each([
  ['0; URL=http://192.168.1.10:8080/a', `0; URL=${sides.outer}/a`],
  ["0;url='http://192.168.1.10:8080/a'", `0;url='${sides.outer}/a'`],
  ['5; url = //192.168.1.10:8080', `5; url = ${sides.outer}/`],
  ['30', '30'],
  ['0; url=/a', '0; url=/a'],
  ['0; url=https://elsewhere.test/', '0; url=https://elsewhere.test/'],
])('a refresh of %s becomes %s', (from, to) => expect(outwardRefresh(from, sides)).toBe(to))
