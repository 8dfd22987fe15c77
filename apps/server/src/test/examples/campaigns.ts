import { calls, type Example, type Examples, router } from './shared.ts'

const plan = {
  name: 'Canary first',
  keep_settings: true,
  waves: [{ of: 'rest', failures: 0 }],
  soak: 0,
  check_wan: false,
  check_reports: false,
}

/** A change of settings in waves. */
const changeCampaign: Example = async (own) => {
  const { keep_settings: _, ...waves } = plan
  const device_id = [(await own.configVersions()).device]
  return { body: { ...waves, kind: 'configure', content: { calls }, device_id, start: 'draft' } }
}

const ofCampaign =
  (values: Record<string, unknown> = {}): Example =>
  async (own) => ({ params: { id: await own.campaign(values) } })

export const examples: Examples = {
  'campaigns.get': ofCampaign(),
  'campaigns.create': async (own) => ({
    body: { ...plan, file_id: await own.firmware(), device_id: [await own.device()], start: 'draft' },
  }),
  'campaigns.create_change': changeCampaign,
  'campaigns.update': async (own) => ({
    params: { id: await own.campaign() },
    body: { ...plan, file_id: await own.firmware() },
  }),
  'campaigns.update_change': async (own) => {
    const { keep_settings: _, ...waves } = plan
    return { params: { id: await own.campaign({ kind: 'configure' }) }, body: { ...waves, content: { calls } } }
  },
  'campaigns.delete': ofCampaign(),
  'campaigns.start': async (own) => {
    const options = { keep_settings: true, downgrade: false, metered: false }
    const image = { file_id: await own.firmware(), name: 'image.bin', sha256: '0'.repeat(64), size: 1, version: '7' }
    const values = {
      selection: { device_id: [await router(own)] },
      arg: JSON.stringify({ ...image, ...options }),
      plan: { ...plan, hours: null, options },
    }
    return { params: { id: await own.campaign(values) }, body: { start: 'now' } }
  },
  'campaigns.pause': ofCampaign({ state: 'running' }),
  'campaigns.resume': async (own) => ({ params: { id: await own.campaign({ state: 'paused' }) }, body: {} }),
  'campaigns.cancel': ofCampaign({ state: 'paused' }),
  'campaigns.skip': async (own) => {
    const device = await own.device()
    return {
      params: { id: await own.campaign({ state: 'paused' }, { id: device, state: 'untouched' }) },
      body: { device_id: [device] },
    }
  },
  'campaigns.retry': async (own) => {
    const device = await own.device()
    return {
      params: { id: await own.campaign({ state: 'paused' }, { id: device, state: 'failed' }) },
      body: { device_id: [device] },
    }
  },
}
