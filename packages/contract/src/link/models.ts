import catalogue from './models.data.json' with { type: 'json' }

export interface Model {
  model: string
  series: string
  line: string
  os: string
  managed: boolean
  firmware_family: string | null
  first_firmware: string | null
  ports: number
  wan_ports: number
  lan_ports: number
  sfp_ports: number
  sim_slots: number
  esim: boolean | 'optional'
  wifi: string[]
  gps: boolean
  io: Record<string, number> | null
  serial: string[]
  mobile: string | null
  modems: number
  second_modem: boolean
  poe: string | null
  ram_mb: number | null
}

export const models = catalogue as unknown as readonly Model[]

const byName = new Map(models.map((model) => [model.model, model]))

/** Exact, case-sensitive lookup; undefined for a model outside the catalogue. */
export function findModel(name: string): Model | undefined {
  return byName.get(name)
}
