export const DeviceDepot = () => <p>This device is in the north depot</p>
