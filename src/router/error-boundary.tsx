import { Component, type ComponentType, createContext, type ReactNode, use } from 'react'
import type { Location } from './history'

type Failure = { reason: unknown }
type BoundaryProps = {
  /** Why the place could not be loaded. */
  failure: Failure | undefined
  /** Where the visitor is: another place gets another try. */
  place: Location
  Fallback: ComponentType
  children: ReactNode
}
type BoundaryState = { thrown: Failure | undefined; place: Location }

const ErrorContext = createContext<unknown>(undefined)

/** Returns why the route could not be drawn, within its `ErrorBoundary`. */
export const useRouteError = (): unknown => use(ErrorContext)

/** Draws `Fallback` instead of its children when they fail to load or to render. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { thrown: undefined, place: this.props.place }

  static getDerivedStateFromError(reason: unknown): Partial<BoundaryState> {
    return { thrown: { reason } }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { thrown: undefined, place }
  }

  override render() {
    const { failure, Fallback, children } = this.props
    const failed = this.state.thrown ?? failure
    if (!failed) return children
    return (
      <ErrorContext value={failed.reason}>
        <Fallback />
      </ErrorContext>
    )
  }
}
