import type { MainKind } from '@longreach/contract/remote/constants'
import type { QueryClient } from '@tanstack/react-query'
import { openShell } from './open-shell.ts'
import { openConnect } from './open-windows.tsx'
import { mainTarget } from './target.ts'
import { lastDuration } from './use-duration.ts'

export function openMain(device: { id: number; name: string }, kind: MainKind, client: QueryClient): void {
  if (kind === 'cli') openShell(mainTarget(device, kind), { duration: lastDuration(client) })
  else openConnect(mainTarget(device, kind), { immediately: true })
}
