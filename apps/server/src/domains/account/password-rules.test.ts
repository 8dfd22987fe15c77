import { expect, test } from 'vitest'
import { checkPassword } from './password-rules.ts'

const names = ['ann.miller@harbour.test', 'Harbour Lights', 'Remote management console']
const isWeak = (password: string) => {
  try {
    checkPassword(password, names)
    return false
  } catch {
    return true
  }
}

test.each([
  'password',
  'Password123!',
  'P4ssw0rd2024',
  'p@$$w0rd!!',
  '12345678',
  '987654321',
  'qwertyuiop',
  'Qwerty123',
  'asdfghjkl1',
  'aaaaaaaa',
  'abababab',
  'abc123abc123',
  'Welcome2026!',
  'iloveyou1',
  'Summer2026!',
  'letmein99',
  'admin1234',
  'Admin@123',
  'ann.miller@harbour.test',
  'ann.miller1',
  'Harbour2026',
  'h4rb0url1ghts',
  'management1',
])('%s is too weak', (password) => expect(isWeak(password)).toBe(true))

test.each([
  'Correct-horse-1',
  'Lantern-over-9-piers',
  'kettle river 41 moth',
  'v8#Tq!2zLw',
  'harbour-in-fog-at-six',
  'Longreach-demo-1',
  'тихая гавань 47',
])('%s is accepted', (password) => expect(isWeak(password)).toBe(false))
