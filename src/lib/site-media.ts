import { readEnv } from './env.ts'

/** Path of published files. A test compares it with `SITE_MEDIA_BUCKET`. */
export const SITE_MEDIA_PATH = '/storage/v1/object/public/site-media/'

export const siteMediaUrl = (name: string): string => `${readEnv().VITE_SUPABASE_URL ?? ''}${SITE_MEDIA_PATH}${name}`
