import { readEnv } from './env.ts'

/** Where the backend serves what is published to anyone; a file's name follows. Repeats `SITE_MEDIA_BUCKET`; a test compares them. */
export const SITE_MEDIA_PATH = '/storage/v1/object/public/site-media/'

/** The URL of a published file. Names are parsed by `@contract/publication` where they arrive, so none leads elsewhere. */
export const siteMediaUrl = (name: string): string => `${readEnv().VITE_SUPABASE_URL ?? ''}${SITE_MEDIA_PATH}${name}`
