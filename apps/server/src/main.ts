import { enableCompileCache } from 'node:module'

// Caches compiled sources for all later imports: without it a start takes two seconds longer.
enableCompileCache()
const { ConfigError, readConfig } = await import('./config.ts')

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Errors that an operator can act on are one line; any other is a bug and shows its stack. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : ((error as Error).stack ?? error)}\n`)
  process.exit(1)
}

process.on('unhandledRejection', fail)

try {
  const config = readConfig()
  // Imported only now, so that a setting that cannot be used is reported at once.
  const { startApp } = await import('./app.ts')
  const app = await startApp(config)
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    app.stop().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Without a certificate SIGHUP keeps its meaning: the terminal was closed.
  if (app.reload) process.on('SIGHUP', app.reload)
  if (app.url) say(`Console: ${app.url}`)
  if (app.gatewayPort) say(`Gateway: port ${app.gatewayPort}`)
  if (app.setUpUrl) say(`Create the first administrator at ${app.setUpUrl}`)
  // For a parent that started this process as a child, such as the demo.
  process.send?.({ ready: true, url: app.url, gatewayPort: app.gatewayPort, hostKey: app.hostKey })
} catch (error) {
  fail(error)
}
