interface Device {
  id: number
  name: string
}

export async function openAddAlertTo({ id, name }: Device): Promise<void> {
  // The texts of the domain are loaded with its first window.
  const { openAddAlert } = await import('../open-windows.tsx')
  openAddAlert({ ids: [id], count: 1, names: [name] })
}

export async function openAlertsOf(device: Device): Promise<void> {
  const { openDeviceAlerts } = await import('../open-windows.tsx')
  openDeviceAlerts(device)
}
