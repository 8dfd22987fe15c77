import { defineDomain } from '../../registry/domain.ts'

export const outages = defineDomain({
  name: 'outages',
  parts: [
    { at: 'device.state', load: () => import('./outage-banner.tsx').then((file) => file.OutageBanner) },
    { at: 'device.activity', load: () => import('./availability-card.tsx').then((file) => file.AvailabilityCard) },
  ],
})
