import { Component, type ReactNode } from 'react'
import { Crash } from '../Crash'

/** One page that breaks leaves the others and the frame standing. */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }
  override render(): ReactNode {
    return this.state.broken ? <Crash inside /> : this.props.children
  }
}
