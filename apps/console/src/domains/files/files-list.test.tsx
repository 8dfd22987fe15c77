import { fileTypes } from '@longreach/contract/files/constants'
import { render } from '@testing-library/react'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { fileTable } from './files-list.tsx'

beforeAll(startTexts)

const shown = (type: string) => {
  const column = fileTable.columns(i18next.getFixedT('en', 'files') as never).find(({ id }) => id === 'type')
  return render(column?.cell({ type } as never)).container.textContent
}

test('S3.110 a file of the type config is called a backup, and each type has words of its own', () => {
  expect(shown('config')).toBe('Backup')
  expect(fileTypes.map(shown)).toEqual([
    'Backup',
    'Custom file',
    'Task file',
    'Events log',
    'Firmware',
    'Global firmware',
    'Periodic backup',
    'Troubleshoot',
  ])
})
