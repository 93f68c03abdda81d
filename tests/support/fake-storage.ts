/** Browser storage with room for `room` characters, including names. */
export class FakeStorage {
  readonly texts = new Map<string, string>()
  room = 1_000
  getItem = (key: string) => this.texts.get(key) ?? null
  removeItem = (key: string) => void this.texts.delete(key)
  setItem(key: string, text: string) {
    const others = [...this.texts].filter(([name]) => name !== key)
    const used = others.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
    if (used + key.length + text.length > this.room) throw new DOMException('full', 'QuotaExceededError')
    this.texts.set(key, text)
  }
}
