import { Component, type ReactNode } from 'react'
import { Crash } from '../Crash'

/** An error boundary for each page, so that the others and the frame go on working. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }
  override render(): ReactNode {
    return this.state.broken ? <Crash inside /> : this.props.children
  }
}
