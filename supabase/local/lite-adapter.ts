import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'
import type { Engine } from './database/engine.ts'

export type Caller = {
  api: 'rest' | 'storage'
  anonymous: boolean
}

export const callerContext = new AsyncLocalStorage<Caller>()

type PgError = { code?: unknown; message?: unknown; detail?: unknown; hint?: unknown }

// Maps errors like PostgREST. Lite responds to check violations and trigger errors with 500.
const toHttpStatus = (code: string, anonymous: boolean): number | undefined => {
  if (code === '42501') return anonymous ? 401 : 403
  if (code === '23505' || code === '23503') return 409
  if (code.startsWith('PT')) return Number(code.slice(2)) || 500
  return /^(21|22|23)/.test(code) || code === 'P0001' ? 400 : undefined
}

const SENSITIVE = ['query', 'params', 'parameters', 'queryOptions', 'detail', 'where', 'args']

/** Gives database errors PostgREST's statuses and keeps input out of the log. */
export const respondLikePostgrest = ({ connection }: Engine): void => {
  const normalise = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (raised: unknown) => {
    const error: unknown = normalise(raised)
    // Lite's Storage API handles these errors.
    const isRest = callerContext.getStore()?.api !== 'storage'
    const { code, message, detail, hint } = (typeof error === 'object' && error !== null ? error : {}) as PgError
    const status =
      isRest && typeof code === 'string' ? toHttpStatus(code, callerContext.getStore()?.anonymous ?? false) : undefined
    if (status !== undefined) {
      const body = { code, message, details: detail ?? null, hint: hint ?? null }
      // Lite would log a returned error with the query's values.
      throw Object.assign(new Error('refused by the database'), { getResponse: () => Response.json(body, { status }) })
    }
    if (error instanceof Error) {
      for (const name of SENSITIVE) if (name in error) Object.defineProperty(error, name, { enumerable: false })
      const value = () => `[database] ${String(code)} ${String(message)}`
      Object.defineProperty(error, inspect.custom, { value, configurable: true })
    }
    return error
  }
}
