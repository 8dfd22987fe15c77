-- devices_serial_all begins with the serial, too: a second index only made each change of a device dearer.
DROP INDEX devices_serial_lookup;
