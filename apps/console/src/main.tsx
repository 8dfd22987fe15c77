import './brand/theme.css'
import { boot } from './app/boot.tsx'

const path = location.pathname
// Requested before the session is known, so that the parts are loaded in parallel.
if (path === '/login') void import('./domains/account/sign-in-page.tsx')
else if (!path.startsWith('/rms-connect/')) void import('./shell/shell.tsx')
const list = path === '/' || path === '/management/devices' ? import('./domains/devices/devices-page.tsx') : undefined

const root = document.getElementById('root')
if (root) void boot(root, list && (async (client) => (await list).loadFirstRows(client)))
