import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../db/client.ts'
import { readMoment } from './reports.ts'
import { rolledUpUntil } from './rolled-up.ts'
import { bucketsOf, samplesOf, type Window } from './samples.ts'
import { setsOfDevice } from './sets.ts'

const daySeconds = 86_400
const modems = ['', '_2'] as const
const sims = [1, 2] as const

interface Counted {
  modem: (typeof modems)[number]
  sim: number
  sent: string
  received: string
}

export interface DayUsage {
  date: string
  modems: { modem_id: string; sims: { sim_id: number; data: number; sent: number; received: number }[] }[]
}

/** Mobile data by UTC day, modem and SIM, in bytes. A device that does not count by SIM is shown with SIM 1 alone. */
export async function readDataUsage(db: Db, window: Window): Promise<DayUsage[]> {
  const sets = await setsOfDevice(db, window.deviceId)
  const has = (name: string) => sets.some((set) => set.numbers.includes(name))
  const counted = modems.flatMap((modem): Counted[] => {
    const bySim = sims
      .map((sim) => ({ modem, sim, sent: `sim${sim}_sent${modem}`, received: `sim${sim}_received${modem}` }))
      .filter(({ sent, received }) => has(sent) || has(received))
    if (bySim.length > 0) return bySim
    const whole = { modem, sim: 1, sent: `sent${modem}`, received: `received${modem}` }
    return has(whole.sent) || has(whole.received) ? [whole] : []
  })
  const names = counted.flatMap(({ sent, received }) => [sent, received])
  const start = new Date(Math.floor(window.from.getTime() / 1000 / daySeconds) * daySeconds * 1000)
  const from = new Date(start.getTime() - daySeconds * 1000)
  const samples = samplesOf(sets, names, { ...window, from }, await rolledUpUntil(db, window.deviceId))
  if (samples.length === 0) return []
  const { rows } = await bucketsOf(
    samples,
    names.map(() => true),
    start,
    daySeconds,
  ).execute(db)
  const ids = (await readMoment(db, window.deviceId, window.to))?.values
  const idOf = (modem: Counted['modem']) => String(ids?.get(`modem_id${modem}`) ?? (modem === '' ? '1' : '2'))

  return rows.map((row) => {
    const usage = counted.map(({ modem, sim }, index) => {
      const [sent, received] = [row[`rise${index * 2}`] ?? 0, row[`rise${index * 2 + 1}`] ?? 0]
      return { modem, sim_id: sim, data: sent + received, sent, received }
    })
    const present = modems.filter((modem) => usage.some((entry) => entry.modem === modem))
    return {
      date: formatTime(new Date(start.getTime() + row.bucket * daySeconds * 1000)).slice(0, 10),
      modems: present.map((modem) => ({
        modem_id: idOf(modem),
        sims: usage.filter((entry) => entry.modem === modem).map(({ modem: _, ...sim }) => sim),
      })),
    }
  })
}
