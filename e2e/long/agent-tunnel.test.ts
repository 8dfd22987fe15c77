import { testAgentTunnels } from '../agent-tunnel.ts'

testAgentTunnels([
  { shell: 'busybox ash', client: 'openssh' },
  { shell: 'dash', client: 'dropbear' },
])
