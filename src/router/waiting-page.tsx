import { type ComponentType, memo, use, useEffect } from 'react'
import { DataContext } from './context'

/** A page that stays the prerendered HTML until its code is there. */
export type Waiting = { page: Promise<{ Component: ComponentType | undefined; data: unknown }>; onAlive: () => void }

/** Draws the page once it is there. React leaves a suspended boundary as it found it, and takes it over later. */
export const WaitingPage = memo(function WaitingPage({ page, onAlive }: Waiting) {
  const { Component, data } = use(page)
  useEffect(onAlive, [onAlive])
  return <DataContext value={data}>{Component && <Component />}</DataContext>
})
