import { testAgentTunnels } from './agent-tunnel.ts'

// Each shell and each client once; the other two pairs are among the long tests.
testAgentTunnels([
  { shell: 'busybox ash', client: 'dropbear' },
  { shell: 'dash', client: 'openssh' },
])
