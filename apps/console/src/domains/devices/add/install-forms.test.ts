import { expect, test } from 'vitest'
import { installCommand, usualForm } from './install-forms.ts'

const line = '(umask 077; …)'
const short = { line, script_url: 'https://console.example/i/k7f2m9qa.S' }
const long = { line, script_url: null }

test('a system is offered the program it comes with, where its certificate check can succeed', () => {
  expect((['openwrt', 'linux', 'rutos', 'any'] as const).map((system) => usualForm(system, short))).toEqual([
    'uclient-fetch',
    'curl',
    'curl',
    'curl',
  ])
  expect(usualForm('openwrt', long)).toBe('ssh')
})

test('every form runs the script, or the long command', () => {
  expect(installCommand('curl', short)).toBe('curl -fsSL https://console.example/i/k7f2m9qa.S | sh')
  expect(installCommand('wget', short)).toBe('wget -qO- https://console.example/i/k7f2m9qa.S | sh')
  expect(installCommand('uclient-fetch', short)).toBe('uclient-fetch -qO- https://console.example/i/k7f2m9qa.S | sh')
  expect(installCommand('ssh', short)).toBe(line)
  expect(installCommand('curl', long)).toBe(line)
})
