import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import ssh2 from 'ssh2'
import { expect, test } from 'vitest'
import { generateHostKey, hostKeyLine, keyFingerprint } from './host-key.ts'

test('every generated key can be read back and signs', () => {
  for (let round = 0; round < 300; round++) {
    const key = ssh2.utils.parseKey(generateHostKey())
    if (key instanceof Error) throw key
    const data = Buffer.from(`round ${round}`)
    expect(key.verify(data, key.sign(data) as Buffer)).toBe(true)
  }
})

test('the line and the fingerprint are the ones ssh-keygen prints', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'host-key-'))
  try {
    const key = generateHostKey()
    const file = path.join(folder, 'key')
    writeFileSync(file, key, { mode: 0o600 })
    const line = execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' }).trim()
    expect(hostKeyLine(key)).toBe(line)
    expect(execFileSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' })).toContain(keyFingerprint(line))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a key that cannot be read is named as such', () => {
  expect(() => hostKeyLine('nonsense')).toThrow("The gateway's host key cannot be read")
})
