import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type InstallTarget, installLine } from './line.ts'

const target: InstallTarget = {
  host: '192.0.2.7',
  port: 15009,
  hostKeyLine: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOwGRw5lSCa2jRoUor',
  agentSha256: 'a'.repeat(64),
  enrolmentKey: `k7f2m9qa.${'S'.repeat(32)}`,
}

test.each(['sh', 'bash'])('%s can parse the line, and it is one line', (shell) => {
  const line = installLine(target)
  expect(line).not.toContain('\n')
  execFileSync(shell, ['-n', '-c', line])
})

test('an IPv6 address may be in brackets', () => {
  expect(installLine({ ...target, host: '[2001:db8::1]' })).toContain("'[2001:db8::1]:15009 ssh-ed25519")
})

test.each([
  ['host', "x'; reboot; '"],
  ['hostKeyLine', "ssh-ed25519 x'"],
  ['agentSha256', '$(reboot)'],
  ['enrolmentKey', 'k7f2m9qa.`reboot`'],
] as const)('a %s that could break out of the line is refused', (name, value) => {
  expect(() => installLine({ ...target, [name]: value })).toThrow(name)
})
