import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import packageJson from '../../../../../package.json' with { type: 'json' }
import { startTexts } from '../../i18n/i18n.ts'
import { ChangelogPage, readReleases } from './changelog-page.tsx'

afterEach(cleanup)

test('S9.57 the changelog starts with the version of the product, and lists its changes', async () => {
  await startTexts()
  render(<ChangelogPage />)
  expect(packageJson.version).toBe('5.14.0')
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toMatch(/^5\.14\.0/)
  const [newest] = screen.getAllByRole('region')
  const lines = within(newest as HTMLElement).getAllByRole('listitem')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThanOrEqual(5)
})

test('only the lines above the first subheading are shown; text stays text', () => {
  const text = '# Changelog\n\n## 2.0\n\n- One <b>\n- Two `x`\n\n### Fixed\n\n- Three\n\n## 1.0\n- Old\n'
  expect(readReleases(text)).toEqual([
    { title: '2.0', changes: ['One <b>', 'Two `x`'] },
    { title: '1.0', changes: ['Old'] },
  ])
})
