import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from './open-page.ts'

afterEach(() => vi.unstubAllGlobals())

test('the page of a device has no access to the console', () => {
  const tab = { opener: 'console' as string | null }
  const open = vi.fn((): typeof tab | null => tab)
  vi.stubGlobal('window', { open })
  expect(openPage('https://x.connect.example/')).toBe(true)
  expect(open).toHaveBeenCalledWith('https://x.connect.example/', '_blank')
  expect(tab.opener).toBeNull()
  open.mockReturnValue(null)
  expect(openPage('https://x.connect.example/')).toBe(false)
})
