import { type Examples, month } from './shared.ts'

export const examples: Examples = {
  'statistics.general': async () => ({ query: month }),
  'statistics.export_general': async () => ({ query: month }),
  'statistics.attempts': async () => ({}),
  'statistics.export_attempts': async () => ({}),
  'statistics.attempt_reasons': async () => ({ query: month }),
  'statistics.months': async () => ({ query: month }),
  'statistics.export_months': async () => ({ query: month }),
  'statistics.online': async () => ({ query: month }),
  'statistics.export_online': async () => ({ query: month }),
  'statistics.online_tree': async (own) => ({ query: { ...month, company_id: own.company } }),
  'statistics.actions': async () => ({}),
  'statistics.export_actions': async () => ({}),
  'statistics.action_days': async () => ({ query: month }),
  'statistics.seen': async () => ({ query: month }),
  'statistics.export_seen': async () => ({ query: month }),
}
