import i18next from 'i18next'
import { toast } from './toast.ts'

/** Says that the network is gone, as the specification words it (S8.9). */
export const notifyOffline = () => toast(i18next.t('shell:offline.lost'), 'error', 'lost')
