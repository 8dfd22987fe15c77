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
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(5)
})

test('changes are shown in their groups, and those of a group by subject', async () => {
  await startTexts()
  render(<ChangelogPage />)
  const [newest] = screen.getAllByRole('region')
  const headings = within(newest as HTMLElement).getAllByRole('heading')
  expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`).slice(1, 3)).toEqual([
    'H3 Added',
    'H4 Devices',
  ])
  expect(headings.map(({ textContent }) => textContent)).toContain('Changed')
  const added = within(newest as HTMLElement).getByRole('list', { name: 'Devices' })
  expect(within(added).getAllByRole('listitem').length).toBeGreaterThan(1)
})

test('only headings and list items are read; text stays text', () => {
  const text =
    '# Changelog\n\n## 2.0\n\n### Added\n\n#### Devices\n\n- One <b>\n- Two `x`\n\n### Fixed\n\n- Three\n\n## 1.0\n- Old\n'
  expect(readReleases(text)).toEqual([
    {
      title: '2.0',
      groups: [
        { level: 3, title: 'Added', items: [] },
        { level: 4, title: 'Devices', items: ['One <b>', 'Two `x`'] },
        { level: 3, title: 'Fixed', items: ['Three'] },
      ],
    },
    { title: '1.0', groups: [{ level: 3, title: '', items: ['Old'] }] },
  ])
})
