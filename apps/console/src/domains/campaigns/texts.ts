import { addTexts } from '../../i18n/i18n.ts'
import campaigns from './en/campaigns.json' with { type: 'json' }

declare module '../../i18n/i18n.ts' {
  interface Texts {
    campaigns: typeof campaigns
  }
}

addTexts('campaigns', campaigns)
