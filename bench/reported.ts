/** The parameters of a report by a router with a modem and two SIM cards. */
export const reported =
  'clients_count,connection_uptime,cpu_load,flash_free,flash_total,ram_free,ram_total,received,router_uptime,rsrp,rsrq,sent,signal,sim1_received,sim1_sent,sim2_received,sim2_sent,sim_slot,sinr,temperature'.split(
    ',',
  )
