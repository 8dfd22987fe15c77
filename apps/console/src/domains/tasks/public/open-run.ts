/** Asks for the values that a group needs to run on a device, and runs it; `onStarted` gets the id of the action. */
export async function openRunOnDevice(
  group: number,
  device: { id: number; name: string },
  onStarted: (action: number) => void,
): Promise<void> {
  // The texts of the domain are loaded with its first window.
  const { openRunOnOne } = await import('../open-windows.tsx')
  openRunOnOne(group, device, onStarted)
}
