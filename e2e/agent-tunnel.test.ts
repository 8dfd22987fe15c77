import { testAgentTunnels } from './agent-tunnel.ts'

// Each shell and each client once; the other two pairs are in the long tests.
testAgentTunnels([
  { shell: 'busybox ash', client: 'dropbear' },
  { shell: 'dash', client: 'openssh' },
])
