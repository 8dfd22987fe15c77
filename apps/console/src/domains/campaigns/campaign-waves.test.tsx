import type { CampaignDetails, WaveDetails } from '@longreach/contract/campaigns/schemas'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import './texts.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { CampaignWaves } from './campaign-waves.tsx'

beforeAll(startTexts)
afterEach(cleanup)

const none = {
  untouched: 0,
  waiting: 0,
  running: 0,
  observing: 0,
  done: 0,
  failed: 0,
  skipped: 0,
  left_out: 0,
  cancelled: 0,
}
const wave = (counts: Partial<WaveDetails['counts']>, more: Partial<WaveDetails> = {}): WaveDetails => ({
  wave: 1,
  size: 2,
  state: null,
  failures_allowed: 0,
  counts: { ...none, ...counts },
  started_at: null,
  settled_at: null,
  ...more,
})
const draw = (state: CampaignDetails['state'], ...waves: WaveDetails[]) => {
  cleanup()
  render(<CampaignWaves campaign={{ state, waves_details: waves.map((one, at) => ({ ...one, wave: at + 1 })) }} />)
  return screen.getAllByRole('listitem').map((item) => within(item))
}

const running = wave({ running: 1, cancelled: 1 }, { state: 'running' })

test('a wave of a cancelled campaign is running only as long as something of it is under way', () => {
  const [first, second] = draw('cancelled', running, wave({ cancelled: 2 }))
  expect(first?.getByText('Running')).toBeTruthy()
  expect(second?.getByText('Cancelled')).toBeTruthy()
  expect(second?.queryByText('Not started')).toBeNull()
  const ended = wave({ done: 1, cancelled: 1 }, { state: 'running' })
  expect(draw('cancelled', ended)[0]?.getByText('Cancelled')).toBeTruthy()
  expect(draw('running', ended)[0]?.getByText('Running')).toBeTruthy()
})

test('more than six waves are small, and their states are still words for screen readers', () => {
  const waves = Array.from({ length: 7 }, () => wave({ untouched: 2 }))
  const [first] = draw('running', ...waves)
  expect(first?.getByText('Waiting').className).toBe('visually-hidden')
  expect(first?.getByText('2 devices')).toBeTruthy()
  expect(draw('running', ...waves.slice(1))[0]?.getByText('Not started')).toBeTruthy()
})

test('devices that wait are counted before those that are not eligible', () => {
  const [first] = draw('running', wave({ waiting: 2, left_out: 3 }, { state: 'running', size: 5 }))
  const [waits, left] = [first?.getByText('waiting'), first?.getByText('not eligible')]
  expect(waits?.compareDocumentPosition(left as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
