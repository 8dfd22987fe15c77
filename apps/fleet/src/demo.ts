import type { Fault } from './faults.ts'
import { type DeviceSpec, specOf, type Wish } from './spec.ts'

export const demoSeed = 5140

// Roads, tram lines and ferry lanes around the Curonian lagoon, roughly as they run.
const lines = {
  bus12: [
    [55.7205, 21.1218],
    [55.7146, 21.1289],
    [55.7079, 21.1352],
    [55.7012, 21.1432],
    [55.6931, 21.1536],
    [55.6848, 21.1633],
    [55.6757, 21.1752],
    [55.6664, 21.1829],
  ],
  bus14: [
    [55.7118, 21.1336],
    [55.7103, 21.1477],
    [55.7096, 21.1638],
    [55.7152, 21.1789],
    [55.7224, 21.1946],
    [55.7262, 21.2133],
  ],
  bus27: [
    [55.6931, 21.1536],
    [55.6895, 21.1701],
    [55.6853, 21.1868],
    [55.6806, 21.2033],
    [55.6739, 21.2172],
  ],
  bus31: [
    [55.7079, 21.1352],
    [55.7243, 21.1129],
    [55.7422, 21.0977],
    [55.7606, 21.0868],
    [55.7811, 21.0812],
    [55.8094, 21.0735],
    [55.8422, 21.0702],
    [55.8811, 21.0638],
    [55.9178, 21.0687],
  ],
  night2: [
    [55.6664, 21.1829],
    [55.6814, 21.1665],
    [55.6979, 21.1476],
    [55.7079, 21.1352],
    [55.7251, 21.1392],
    [55.7392, 21.1306],
  ],
  tram4: [
    [55.7041, 21.1283],
    [55.6957, 21.1411],
    [55.6867, 21.1527],
    [55.6783, 21.1591],
  ],
  aurora: [
    [55.7054, 21.1222],
    [55.7038, 21.1167],
    [55.7024, 21.1096],
    [55.7008, 21.1051],
  ],
  selkie: [
    [55.7001, 21.1211],
    [55.6732, 21.1292],
    [55.6295, 21.1241],
    [55.5673, 21.1163],
    [55.4986, 21.0951],
    [55.4211, 21.0792],
    [55.3043, 21.0075],
  ],
  pilot: [
    [55.7222, 21.0951],
    [55.7287, 21.0693],
    [55.7336, 21.0291],
    [55.7301, 20.9822],
    [55.7189, 20.9514],
  ],
} as const

const wishes: readonly Omit<Wish, 'index'>[] = [
  {
    model: 'RUTX50',
    name: 'Head office gateway',
    use: 'office',
    signal: -61,
    place: [55.7093, 21.1341],
    services: ['hotspot', 'ddns'],
  },
  {
    model: 'RUTX12',
    name: 'Head office backup',
    use: 'office',
    signal: -66,
    place: [55.7093, 21.1341],
    services: ['hotspot', 'ddns', 'l2tp'],
  },
  { model: 'TRB500', name: 'Data centre out-of-band', use: 'industry', signal: -72, place: [55.6907, 21.1712] },
  {
    model: 'RUTM50',
    name: 'Depot yard gateway',
    use: 'industry',
    signal: -58,
    place: [55.6791, 21.1835],
    services: ['l2tp'],
  },
  { model: 'TAP200', name: 'Depot workshop AP', use: 'office', place: [55.6794, 21.1841] },
  { model: 'RUTX11', name: 'Bus 12', use: 'vehicle', signal: -63, route: { points: lines.bus12, speed: 38 } },
  {
    model: 'RUTX11',
    name: 'Bus 14',
    use: 'vehicle',
    signal: -66,
    life: 'daily',
    route: { points: lines.bus14, speed: 34 },
  },
  {
    model: 'RUTM11',
    name: 'Bus 27',
    use: 'vehicle',
    signal: -61,
    life: 'daily',
    route: { points: lines.bus27, speed: 36 },
  },
  {
    model: 'RUTM12',
    name: 'Bus 31 coast line',
    use: 'vehicle',
    signal: -68,
    route: { points: lines.bus31, speed: 62 },
  },
  { model: 'RUT956', name: 'Night bus N2', use: 'vehicle', signal: -64, route: { points: lines.night2, speed: 40 } },
  { model: 'RUTM52', name: 'Tram 4', use: 'vehicle', signal: -60, route: { points: lines.tram4, speed: 28 } },
  { model: 'RUT956', name: 'Solar field 1', use: 'energy', signal: -74, place: [55.6522, 21.2638] },
  { model: 'TRB246', name: 'Solar field 2', use: 'energy', signal: -88, place: [55.6249, 21.3104] },
  { model: 'TRB256', name: 'Solar field 3', use: 'energy', signal: -104, place: [55.5871, 21.3477] },
  { model: 'RUT906', name: 'Wind turbine 7', use: 'energy', signal: -91, place: [55.8233, 21.1722] },
  { model: 'RUT906', name: 'Wind turbine 9', use: 'energy', life: 'retired', signal: -96, place: [55.8291, 21.1869] },
  { model: 'TRB141', name: 'Pump station East', use: 'water', signal: -79, place: [55.7018, 21.2207] },
  {
    model: 'TRB141',
    name: 'Pump station Mill Lane',
    use: 'water',
    life: 'flaky',
    signal: -101,
    place: [55.6647, 21.1504],
  },
  { model: 'TRB245', name: 'Water tower', use: 'water', signal: -70, place: [55.7262, 21.1588] },
  { model: 'TRB140', name: 'Traffic light, Market Street', use: 'street', signal: -63, place: [55.7062, 21.1389] },
  { model: 'RUT241', name: 'Traffic light, Bridge Road', use: 'street', signal: -69, place: [55.7103, 21.1277] },
  { model: 'RUT200', name: 'Parking barrier P3', use: 'street', signal: -84, place: [55.7121, 21.1313] },
  { model: 'RUT951', name: 'Ticket kiosk, Central', use: 'retail', signal: -67, place: [55.7211, 21.1244] },
  {
    model: 'RUT360',
    name: 'Ticket kiosk, Airport',
    use: 'retail',
    life: 'retired',
    signal: -77,
    place: [55.9742, 21.0953],
  },
  { model: 'RUTX10', name: 'Museum guest Wi-Fi', use: 'public', place: [55.6872, 21.1003], services: ['hotspot'] },
  { model: 'RUTM08', name: 'Library, new wing', use: 'public', life: 'never', place: [55.7086, 21.1299] },
  { model: 'RUT976', name: 'Charging hub A9', use: 'energy', signal: -76, place: [55.7404, 21.2816] },
  { model: 'RUT142', name: 'Spare router, shelf 2', use: 'office', life: 'never', place: [55.6791, 21.1835] },
  {
    model: 'RUTX50',
    name: 'North depot gateway',
    use: 'industry',
    group: 'north',
    signal: -64,
    place: [55.9121, 21.0711],
  },
  {
    model: 'RUTC50',
    name: 'Ferry Aurora',
    use: 'boat',
    signal: -67,
    group: 'north',
    route: { points: lines.aurora, speed: 14 },
  },
  {
    model: 'RUTM54',
    name: 'Ferry Selkie',
    use: 'boat',
    signal: -76,
    group: 'north',
    life: 'daily',
    route: { points: lines.selkie, speed: 27 },
  },
  {
    model: 'RUTX14',
    name: 'Pilot boat 2',
    use: 'boat',
    signal: -74,
    group: 'north',
    life: 'flaky',
    route: { points: lines.pilot, speed: 33 },
  },
  {
    model: 'TRB255',
    name: 'Lighthouse, outer skerry',
    use: 'mast',
    group: 'north',
    signal: -108,
    place: [55.7391, 20.9418],
  },
  { model: 'OTD500', name: 'Weather mast North', use: 'mast', group: 'north', signal: -86, place: [55.9533, 21.0489] },
  { model: 'RUT281', name: 'Fish market', use: 'retail', group: 'north', signal: -73, place: [55.9157, 21.0623] },
  {
    model: 'OTD144',
    name: 'Harbour camera mast',
    use: 'mast',
    group: 'north',
    life: 'never',
    signal: -80,
    place: [55.9184, 21.0581],
  },
  { model: 'RUTM56', name: 'Pier 4 gateway', use: 'industry', group: 'pier', signal: -62, place: [55.9201, 21.0554] },
  { model: 'RUTM55', name: 'Pier 4 crane', use: 'industry', group: 'pier', signal: -68, place: [55.9206, 21.0541] },
  { model: 'TSW202', name: 'Pier 4 switch', use: 'industry', group: 'pier', place: [55.9201, 21.0554] },
  { model: 'RUT301', name: 'Cold store B', use: 'retail', group: 'pier', life: 'retired', place: [55.9212, 21.0562] },
]

export function demoSpecs(): DeviceSpec[] {
  return wishes.map((wish, place) => specOf({ ...wish, index: place + 1 }, demoSeed))
}

/** Firmware updates of this device fail: it returns with the old version, which halts a campaign of the demo. */
export const demoFailing = 'Bus 14'

/** The configuration of this device is changed on the device after it was read. */
export const demoDrifting = 'Charging hub A9'

export const demoFaults = (): Fault[] =>
  demoSpecs().flatMap(({ name, index }): Fault[] => {
    if (name === demoFailing) return [{ kind: 'old-version', device: index }]
    return name === demoDrifting ? [{ kind: 'drifts', device: index }] : []
  })

export interface DemoDevice {
  index: number
  serial: string
  mac: string
  imei: string | null
  model: string
  name: string
  /** Its owner: the company on level 1, 2 or 3 of the demo. */
  group: 'demo' | 'north' | 'pier'
  /** False for a device that is only listed and never connects. */
  connects: boolean
}

/** The forty devices of the demo, as plain data. */
export function demoFleet(): DemoDevice[] {
  return demoSpecs().map(({ index, identity: { serial, mac, imei }, model, name, group, life }) => ({
    index,
    serial,
    mac,
    imei,
    model: model.model,
    name,
    group: group as DemoDevice['group'],
    connects: life !== 'never',
  }))
}
