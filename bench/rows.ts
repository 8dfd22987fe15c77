const numbers = [
  ['signal', -61, 3],
  ['rsrp', -92, 4],
  ['rsrq', -9, 3],
  ['sinr', 14, 6],
  ['temperature', 38, 8],
  ['cpu_load', 12, 20],
  ['ram_total', 268_435_456, 0],
  ['ram_free', 131_072_000, 9_000_000],
  ['flash_total', 167_772_160, 0],
  ['flash_free', 90_177_536, 0],
  ['clients_count', 11, 5],
  ['sim_slot', 1, 0],
  ['router_uptime', 1_000_000, 0],
  ['connection_uptime', 50_000, 0],
  ['sent', 50_000_000, 0],
  ['received', 400_000_000, 0],
  ['sim1_sent', 50_000_000, 0],
  ['sim1_received', 400_000_000, 0],
] as const

const texts = [
  ['operator', 'Telia'],
  ['operator_number', '24601'],
  ['network_state', 'registered (home)'],
  ['connection_type', 'LTE'],
  ['connection_state', 'connected'],
  ['band', 'LTE B3'],
  ['cell_id', '52340218'],
  ['tac', '1704'],
  ['wan_state', 'Mobile'],
  ['wan_ip', '84.15.9.7'],
  ['mobile_ip', '10.3.4.5'],
  ['sim_state', 'inserted'],
] as const

export const benchNames: readonly string[] = [...numbers, ...texts].map(([name]) => name)

/** A report of a router in use: some values vary, some count up, texts are constant. */
export function benchReport(device: number, seq: number): (number | string)[] {
  const moving = numbers.map(([name, base, range], place) => {
    if (range > 0) return base + ((device * 7 + Math.floor(seq / 4) + place * 3) % 10) * (range / 10)
    return /sent|received|uptime/.test(name) ? base + seq * 4321 + device : base
  })
  return [...moving, ...texts.map(([, value]) => value)]
}

export const benchValues = (device: number, seq: number) => JSON.stringify(benchReport(device, seq))
