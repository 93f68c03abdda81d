import type { Codec } from './stored-value'

/** Returns a codec for a JSON list, without items for which `toItem` returns undefined. */
export const listCodec = <T>(toItem: (item: unknown) => T | undefined): Codec<T[]> => ({
  parse: (text) => {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) throw new Error('Not a list')
    const items = list.map(toItem)
    const value = items.filter((item) => item !== undefined)
    if (value.length === list.length) return { value }
    if (value.length === 0) throw new Error('Not the expected list')
    return { value, rest: JSON.stringify(list.filter((_, index) => items[index] === undefined)) }
  },
  format: (value) => JSON.stringify(value),
})
