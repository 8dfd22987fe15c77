import { expect, test } from 'vitest'
import { clipMessage, type Translate, text, translateMessage } from './i18n.ts'

const translate: Translate = (key, values) => `${key}(${Object.values(values).join(', ')})`

test('a text that is too long loses characters of its longest argument, never of its sentence', () => {
  const answer = text('actions.device_answer', { answer: 'x'.repeat(600) })
  const line = text('actions.log', { action: 'Run command', message: answer })
  const clipped = clipMessage(line, 500)
  expect(clipped.length).toBe(500)
  expect(translateMessage(clipped, translate)).toMatch(
    /^actions\.log\(Run command, actions\.device_answer\(x{380,}\)\)$/,
  )
  expect(clipMessage(line, 700)).toBe(line)
  expect(clipMessage('🚢'.repeat(400), 300)).toBe('🚢'.repeat(300))
  expect(clipMessage('plain'.repeat(200), 500)).toBe('plain'.repeat(100))
})
