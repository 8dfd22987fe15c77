import i18next from 'i18next'
import { toast } from './toast.ts'

/** Announces that the network is lost, in the words of the specification (S8.9). */
export const notifyOffline = () => toast(i18next.t('shell:offline.lost'), 'error', 'lost')
