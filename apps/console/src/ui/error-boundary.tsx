import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { IconAlertTriangle } from './icons.ts'
import { EmptyState } from './state.tsx'

interface Props {
  children: ReactNode
  /** Drawn after a failure, instead of the error message for a page. */
  instead?: ReactNode
}

/** Keeps a failing part from taking down the whole console. React requires a class for it. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { children, instead = <Failed /> } = this.props
    return this.state.failed ? instead : children
  }
}

/** Replaces a page or window that threw. */
export function Failed() {
  const { t } = useTranslation(['shell', 'ui'])
  return (
    <EmptyState
      icon={<IconAlertTriangle size={22} stroke={1.6} />}
      title={t('failed.title')}
      text={t('failed.text')}
      action={<Button onClick={() => location.reload()}>{t('ui:retry')}</Button>}
    />
  )
}
