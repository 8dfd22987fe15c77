import type { ConfigPlan } from '@longreach/contract/configs/schemas'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { ApplyWindow } from './apply-window.tsx'

const line = { kind: 'added', text: "set network.lan.mtu='1400'", before: null, after: 1 } as const
const plan: ConfigPlan = {
  selected: 5,
  missing: [],
  devices: 3,
  offline: 2,
  metered: 0,
  unread: 1,
  bytes: 300,
  excluded: [
    { code: 'METERED', message: '', count: 1, devices: [{ id: 4, name: 'Barge', message: 'metered' }] },
    { code: 'UNCHANGED', message: '', count: 1, devices: [{ id: 5, name: 'Quay', message: 'same' }] },
  ],
  differences: [
    {
      device_id: 7,
      name: 'Pump 7',
      state: 'unknown',
      difference: { added: 1, removed: 0, hidden_only: false, lines: [line] },
    },
  ],
  calls: [],
  variables: [],
}

const posted: string[] = []
let plans: ConfigPlan[] = []

beforeEach(async () => {
  await startTexts()
  posted.length = 0
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  vi.stubGlobal('fetch', async (address: string) => {
    posted.push(address.replace(/.*\//, ''))
    const data = plans.length > 1 ? plans.shift() : plans[0]
    return new Response(JSON.stringify({ success: true, data, errors: [], meta: {} }))
  })
})
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
})

const draw = () => {
  const selected = { ids: [4, 5, 7], count: 3, names: [] }
  drawWindows(['apply_multi_configuration'], <ApplyWindow change={{ selected, source: { calls: [] }, csv: '' }} />)
}

test('devices that wait are above those that a tick adds, and these above those that are skipped', async () => {
  plans = [plan]
  draw()
  const waits = await screen.findByText('2 are offline and get it when they come online')
  const texts = [
    waits,
    screen.getByLabelText('Also 1 device on a metered connection'),
    screen.getByText('1 device is skipped'),
  ]
  for (const [at, one] of texts.slice(1).entries())
    expect((texts[at] as Node).compareDocumentPosition(one)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  screen.getByText(/^The present values are not known/)
  screen.getByText("set network.lan.mtu='1400'")
})

test.each([
  [
    'a device is gone',
    { missing: [7], devices: 2, differences: [] },
    /^1 device is no longer .*: Pump 7\. Nothing was sent/,
  ],
  ['another device matches', { devices: 4 }, /^The preview has changed since\. Nothing was sent/],
])('nothing is sent if since the preview %s', async (_, change, message) => {
  plans = [plan, { ...plan, ...change }]
  draw()
  const apply = await screen.findByRole('button', { name: 'Apply to 3 devices' })
  await act(async () => fireEvent.click(apply))
  await screen.findByText(message)
  expect(new Set(posted)).toEqual(new Set(['preview']))
})
