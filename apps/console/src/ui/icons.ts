/** Icons shared by the composites; screens import theirs beside the component. */
export { IconAlertTriangle, IconCheck, IconCopy, IconEye, IconEyeOff, IconSelector } from '@tabler/icons-react'
