import type { ComponentType } from 'react'
import type { LoaderArgs } from '@/router'

/** The code of a page, or of the words on it, could not be loaded: no connection, or a newer version of the site. */
export class MissingPage extends Error {
  override readonly name = 'MissingPage'
}

const asMissing = (cause: unknown): MissingPage =>
  new MissingPage(cause instanceof Error ? cause.message : String(cause), { cause })

type Module = { Component: ComponentType; loader?: (args: LoaderArgs) => Promise<unknown> }

/** A route's code, fetched when the route is first visited; failures to fetch it are told from failures inside it. */
export const pageModule =
  <M extends Module>(load: () => Promise<M>) =>
  async () => {
    const module = await load().catch((cause: unknown) => {
      throw asMissing(cause)
    })
    const { loader } = module
    if (!loader) return module
    return {
      ...module,
      // Loaders fetch further chunks; browsers reject with a TypeError when one cannot be had.
      loader: (args: LoaderArgs) =>
        loader(args).catch((cause: unknown) => {
          throw cause instanceof TypeError ? asMissing(cause) : cause
        }),
    }
  }
