import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readCredentials } from './credentials.ts'
import { demoSpecs } from './demo.ts'
import { readFaults } from './faults.ts'
import { startFleet } from './fleet.ts'
import { loadFleet } from './spec.ts'
import { fileStore } from './state.ts'

const usage = `Simulated devices on the real wire.

node apps/fleet/src/main.ts --server <host:port> --host-key 'ssh-ed25519 AAAA…' --keys <file.json>
  --demo            the forty devices of the demo, with a month of history
  --devices <n>     that many plain devices instead
  --state <folder>  where keys and progress are stored; without it every run starts from scratch
  --keys <file>     [{"group": "demo", "key": "<id>.<secret>"}, {"index": 3, "password": "…"}, …]
  --faults <file>   [{"device": 3, "kind": "lag", "after": 60, "for": 300, "seconds": 5}, …]
  --spread <s>      time over which the devices connect (default 5)
  --interval <s>    time between reports, in place of what the server asks for
  --seed <n>        another fleet (with --devices)
  --first <n>       index of the first device (with --devices, default 1)
  --addresses <n>   call a local server from that many loopback addresses (Linux)
  --history         send a month of history (with --devices)
  --report <s>      print counts that often (default 10, 0 = never)
  --verbose         print why links end`

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        server: { type: 'string' },
        'host-key': { type: 'string' },
        state: { type: 'string' },
        keys: { type: 'string' },
        faults: { type: 'string' },
        devices: { type: 'string' },
        spread: { type: 'string', default: '5' },
        interval: { type: 'string' },
        seed: { type: 'string', default: '1' },
        first: { type: 'string', default: '1' },
        addresses: { type: 'string', default: '1' },
        report: { type: 'string', default: '10' },
        demo: { type: 'boolean', default: false },
        history: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`)
  }
}

function numberOf(name: string, text: string, least: number): number {
  const number = Number(text)
  return Number.isFinite(number) && number >= least ? number : fail(`--${name} needs a number of at least ${least}`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return fail(`${file}: ${(error as Error).message}`)
  }
}

function run(): void {
  const options = readOptions()
  if (options.help) {
    console.log(usage)
    return
  }
  const address = /^(?<host>.+):(?<port>\d{1,5})$/.exec(options.server ?? '')?.groups
  const hostKey = options['host-key'] ?? ''
  if (!address?.host || !/^ssh-ed25519 \S+/.test(hostKey)) fail(usage)
  if (!options.demo && options.devices === undefined) fail('Say --demo or --devices <n>')

  const specs = options.demo
    ? demoSpecs()
    : loadFleet(
        numberOf('devices', options.devices ?? '', 1),
        numberOf('seed', options.seed, 0),
        numberOf('first', options.first, 1),
      )
  const fleet = startFleet({
    server: { host: address.host, port: Number(address.port), hostKey },
    specs,
    credentials: options.keys ? readCredentials(readJson(options.keys)) : () => undefined,
    faults: options.faults ? readFaults(readJson(options.faults)) : [],
    retry: { spread: numberOf('spread', options.spread, 0) },
    addresses: numberOf('addresses', options.addresses, 1),
    history: options.demo || options.history,
    log: options.verbose ? console.log : () => {},
    ...(options.state !== undefined && { store: fileStore(options.state) }),
    ...(options.interval !== undefined && { interval: numberOf('interval', options.interval, 1) }),
  })

  const seconds = numberOf('report', options.report, 0)
  const reporter = seconds > 0 ? setInterval(printCounts, seconds * 1000) : undefined
  function printCounts(): void {
    const { online, connects, refusals, acknowledged, values, p50, p99 } = fleet.stats.take()
    const rate = (count: number) => (count / seconds).toFixed(1)
    const milliseconds = (value: number | null) => (value === null ? '–' : `${value.toFixed(0)} ms`)
    console.log(
      `${online}/${specs.length} online  ${rate(connects)} connects/s  ${rate(refusals)} refusals/s  ` +
        `${rate(acknowledged)} acks/s  ${rate(values)} values/s  ack p50 ${milliseconds(p50)} p99 ${milliseconds(p99)}`,
    )
  }
  const stop = () => {
    clearInterval(reporter)
    fleet.stop()
    // Ends all open connections of the devices too.
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

run()
