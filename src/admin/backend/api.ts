import type { AdminEmail } from '@contract/admin-email'
import type { ApprovalMailRequest } from '@contract/approval-mail'
import type { Database } from '@contract/database.types'
import type { Rebuild } from '@contract/rebuild'
import type * as v from 'valibot'
import { AppError } from '@/lib/errors'
import { fetchFunction, getSession, getSiteMediaBucket, supabase } from './client'
import { fromFunction, fromPostgrest, fromStorage, type PostgrestResponse, parseBody, parseResponse } from './errors'

type DatabaseFunctions = Database['public']['Functions']
type EdgeFunctions = { 'admin-email': AdminEmail; rebuild: Rebuild; 'send-email': ApprovalMailRequest }
type FunctionArgs = { [Name in keyof DatabaseFunctions]: DatabaseFunctions[Name]['Args'] } & EdgeFunctions

type Options = { client?: typeof supabase; signal?: AbortSignal | undefined }

const EDGE_FUNCTIONS: Record<keyof EdgeFunctions, true> = { 'admin-email': true, rebuild: true, 'send-email': true }

/** Calls an edge function. Throws `AppError`. */
export const invokeFunction = async (name: string, init: { body: object } | { method: 'DELETE' }): Promise<unknown> => {
  const { data, error } = await supabase.functions.invoke<unknown>(name, init)
  if (!error) return data
  const failure = await fromFunction(error)
  // Edge functions also return `not-allowed` to callers who are signed out.
  const isSignedOut = failure.code === 'not-allowed' && !(await getSession()).data.session
  throw isSignedOut ? new AppError('signed-out', { cause: error }) : failure
}

export const toColumnList = (schema: { entries: object }): string => Object.keys(schema.entries).join()

/** Runs a query. Throws `AppError`, also if the rows don't fit the schema. */
export const runQuery = async <Schema extends v.GenericSchema>(
  query: PromiseLike<PostgrestResponse>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => parseResponse(await query, schema)

/** Counts the rows of a query with `count: 'exact'`. Throws `AppError`. */
export const countRows = async (query: PromiseLike<PostgrestResponse & { count: number | null }>): Promise<number> => {
  const { count, error, status } = await query
  if (error) throw fromPostgrest(error, status)
  return count ?? 0
}

/** Calls a database or edge function. Throws `AppError`, also if the response doesn't fit the schema. */
export const callFunction = async <Name extends keyof FunctionArgs, Schema extends v.GenericSchema>(
  name: Name,
  args: FunctionArgs[Name],
  schema: Schema,
  { client = supabase, signal }: Options = {},
): Promise<v.InferOutput<Schema>> => {
  if (name in EDGE_FUNCTIONS) return parseBody(await invokeFunction(name, { body: args }), schema)
  const query = client.rpc(name as keyof DatabaseFunctions, args as never)
  return runQuery(signal ? query.abortSignal(signal) : query, schema)
}

// Short, so that caches soon drop deleted files.
const HOUR_SECONDS = '3600'
// By default, Storage hides files from search engines.
const SEARCHABLE = { 'x-robots-tag': 'all' }

/** Uploads a file named by its content hash. Throws `AppError`. */
export const uploadFile = async ({ name, blob }: { name: string; blob: Blob }, signal: AbortSignal): Promise<void> => {
  const options = { cacheControl: HOUR_SECONDS, contentType: blob.type, headers: SEARCHABLE }
  const { error } = await getSiteMediaBucket(signal).upload(name, blob, options)
  const failure = error && fromStorage(error)
  // Stored before, perhaps by an attempt whose response was lost.
  if (failure && failure.code !== 'conflict') throw failure
}

/** Reads an enquiry's photo. Throws `AppError`. */
export const readEnquiryPhoto = async (name: string, signal?: AbortSignal): Promise<Blob> => {
  const response = await fetchFunction(`enquiry-photo/${name}`, signal).catch((cause: Error) => {
    throw fromStorage(cause)
  })
  if (!response.ok) throw fromStorage({ message: '', status: response.status })
  return response.blob()
}
