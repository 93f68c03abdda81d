import type { AdminEmail } from '@contract/admin-email'
import type { ApprovalMailRequest } from '@contract/approval-mail'
import type { Database } from '@contract/database.types'
import type { Rebuild } from '@contract/rebuild'
import type * as v from 'valibot'
import { AppError } from '@/lib/errors'
import { siteMedia, supabase } from './client'
import { fromFunction, fromPostgrest, fromStorage, type PostgrestResponse, parseBody, parseResponse } from './errors'

type DatabaseFunctions = Database['public']['Functions']
type EdgeFunctions = { 'admin-email': AdminEmail; rebuild: Rebuild; 'send-email': ApprovalMailRequest }
type Questions = { [Name in keyof DatabaseFunctions]: DatabaseFunctions[Name]['Args'] } & EdgeFunctions

type Options = {
  signal?: AbortSignal
  /** Of the session by default. */
  client?: typeof supabase
}

const EDGE_FUNCTIONS: readonly string[] = ['admin-email', 'rebuild', 'send-email'] satisfies (keyof EdgeFunctions)[]

const invoke = async (name: string, body: object): Promise<unknown> => {
  const { data, error } = await supabase.functions.invoke<unknown>(name, { body })
  if (!error) return data
  const failure = await fromFunction(error)
  // The functions have one code for both.
  const isSignedOut = failure.code === 'not-allowed' && !(await supabase.auth.getSession()).data.session
  throw isSignedOut ? new AppError('signed-out', { cause: error }) : failure
}

/** The rows that a query of a table answers with. Throws `AppError`, also for rows that do not fit the schema. */
export const askTable = async <Schema extends v.GenericSchema>(
  query: PromiseLike<PostgrestResponse>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => parseResponse(await query, schema)

/** How many rows a query of a table finds, which has to count them. Throws `AppError`. */
export const askCount = async (query: PromiseLike<PostgrestResponse & { count: number | null }>): Promise<number> => {
  const { count, error, status } = await query
  if (error) throw fromPostgrest(error, status)
  return count ?? 0
}

/**
 * Asks a function of the database or an edge function, as the administrator who is signed in. Throws `AppError`, also for
 * an answer that does not fit the schema.
 */
export const ask = async <Name extends keyof Questions, Schema extends v.GenericSchema>(
  name: Name,
  args: Questions[Name],
  schema: Schema,
  { client = supabase, signal }: Options = {},
): Promise<v.InferOutput<Schema>> => {
  if (EDGE_FUNCTIONS.includes(name)) return parseBody(await invoke(name, args), schema)
  const query = client.rpc(name as keyof DatabaseFunctions, args as never)
  return askTable(signal ? query.abortSignal(signal) : query, schema)
}

// What is deleted for good stays nowhere much longer; asking again costs little, as a name stands for its bytes.
const HOUR_SECONDS = '3600'
// Without it, Storage keeps every file from search engines.
const SEARCHABLE = { 'x-robots-tag': 'all' }

/** Stores a file, whose name stands for its bytes, until the signal is aborted. Throws `AppError`. */
export const storeFile = async ({ name, blob }: { name: string; blob: Blob }, signal: AbortSignal): Promise<void> => {
  const options = { cacheControl: HOUR_SECONDS, contentType: blob.type, headers: SEARCHABLE }
  const { error } = await siteMedia(signal).upload(name, blob, options)
  const failure = error && fromStorage(error)
  // Stored by someone else meanwhile, or by an attempt whose response was lost.
  if (failure && failure.code !== 'conflict') throw failure
}
