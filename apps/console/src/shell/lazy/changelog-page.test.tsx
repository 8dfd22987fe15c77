import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import packageJson from '../../../../../package.json' with { type: 'json' }
import { startTexts } from '../../i18n/i18n.ts'
import { ChangelogPage, readReleases } from './changelog-page.tsx'

afterEach(cleanup)

test('S2.117 S9.57 the changelog starts with the version of the product, and lists its changes', async () => {
  await startTexts()
  render(<ChangelogPage />)
  expect(packageJson.version).toBe('5.14.0')
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toMatch(/^5\.14\.0/)
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(5)
})

test('only headings and list items are read; text stays text', () => {
  expect(readReleases('# Changelog\n\n## 2.0\n\n- One <b>\n- Two `x`\n\n## 1.0\n- Old\n')).toEqual([
    { title: '2.0', items: ['One <b>', 'Two `x`'] },
    { title: '1.0', items: ['Old'] },
  ])
})
