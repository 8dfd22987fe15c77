const benches: Record<string, () => Promise<void>> = {
  start: async () => (await import('./start.ts')).benchStart(),
  idle: async () => (await import('./idle.ts')).benchIdle(),
  traffic: async () => (await import('./traffic.ts')).benchTraffic(),
  list: async () => (await import('./list.ts')).benchList(),
  calls: async () => (await import('./calls.ts')).benchCalls(),
  status: async () => (await import('./status.ts')).benchStatus(),
  page: async () => (await import('./page.ts')).benchPage(),
  map: async () => (await import('./map.ts')).benchMap(),
  dashboard: async () => (await import('./dashboard.ts')).benchDashboard(),
  connect: async () => (await import('./connect.ts')).benchConnect(),
  signin: async () => (await import('./signin.ts')).benchSignin(),
  shell: async () => (await import('./shell.ts')).benchShell(),
  tunnel: async () => (await import('./tunnel.ts')).benchTunnel(),
  move: async () => (await import('./move.ts')).benchMove(),
  import: async () => (await import('./import.ts')).benchImport(),
  files: async () => (await import('./files.ts')).benchFiles(),
  export: async () => (await import('./export.ts')).benchExport(),
  storm: async () => (await import('./storm.ts')).benchStorm(),
  kills: async () => (await import('./kills.ts')).benchKills(),
  campaign: async () => (await import('./campaign.ts')).benchCampaign(),
  config: async () => (await import('./config.ts')).benchConfig(),
  history: async () => (await import('./history.ts')).benchHistory(),
  company: async () => (await import('./company.ts')).benchCompany(),
  attack: async () => (await import('./attack.ts')).benchAttack(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
}

const [name = ''] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`npm run bench -- <${Object.keys(benches).join('|')}>`)
  process.exit(2)
}
await bench()
