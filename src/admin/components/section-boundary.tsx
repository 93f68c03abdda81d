import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel'

type SectionBoundaryProps = { title: string; hint: string; onRetry: () => void; children: ReactNode }

/** Keeps a section that cannot be loaded or drawn from taking the whole dashboard with it; offers another try. */
export class SectionBoundary extends Component<SectionBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'unknown' }
  }

  override render() {
    const { title, hint, onRetry, children } = this.props
    if (this.state.error === undefined) return children
    return (
      <ErrorPanel error={this.state.error} title={title} onRetry={onRetry}>
        {hint}
      </ErrorPanel>
    )
  }
}
