export interface News {
  /** Alerts of these devices were raised or deleted; sent to users who see the devices and may view alerts. */
  AlertsChanged: { device_id: number[] }
}
