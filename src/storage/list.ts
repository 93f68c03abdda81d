import type { Codec } from './stored-value'

/** A list in JSON whose every item passes the check. */
export const listOf = <T>(isItem: (item: unknown) => item is T): Codec<T[]> => ({
  parse: (text) => {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) && value.every(isItem)) return value
    throw new Error('Not the expected list')
  },
  format: (value) => JSON.stringify(value),
})
