import './brand/theme.css'
import type { QueryClient } from '@tanstack/react-query'
import { boot } from './app/boot.tsx'

const path = location.pathname
// Requested before the session is known, so that everything loads in parallel.
if (path === '/login') void import('./domains/account/sign-in-page.tsx')
else if (!/^\/(rms-connect|device)\//.test(path)) void import('./shell/shell.tsx')

/** Returns a function that puts the responses to the requests of index.html into the cache. */
function firstData(): ((client: QueryClient) => Promise<void>) | undefined {
  if (path === '/' || path === '/management/devices') {
    const list = import('./domains/devices/list/devices-page.tsx')
    return async (client) => (await list).loadFirstRows(client)
  }
  if (!/^\/devices?\/\d+\/dashboards?\/\d+$/.test(path)) return undefined
  const board = import('./domains/dashboards/first-board.ts')
  return async (client) => (await board).loadFirstBoard(client)
}

const root = document.getElementById('root')
if (root) void boot(root, firstData())
